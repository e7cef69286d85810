import { accessibilityViolations } from './accessibility.ts';
import type { Visitor } from './browser.ts';
import { openPath, sideScroll } from './steps.ts';

type Opening = (visitor: Visitor, path: string) => Promise<void>;

/** Returns the problems of these screens for this visitor. */
export async function walk(
  visitor: Visitor,
  paths: readonly string[],
  open: Opening = openPath,
): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths)
    found.push(...(await problemsAt(visitor, path, open)).map((problem) => `${path}: ${problem}`));
  return found;
}

/**
 * Returns the problems of a screen. If the screen fails to open, its error is returned so that the
 * others are still checked.
 */
async function problemsAt(visitor: Visitor, path: string, open: Opening): Promise<string[]> {
  try {
    await open(visitor, path);
  } catch (error) {
    return [String(error)];
  }
  return await problemsOf(visitor);
}

/**
 * Returns the problems of the open screen: accessibility (WCAG 2.2 AA), overflow on phones, texts
 * missing in the catalog, truncated buttons.
 */
export async function problemsOf(visitor: Visitor): Promise<string[]> {
  const { page, look } = visitor;
  return [
    ...(await accessibilityViolations(page)),
    ...(look.device === 'phone' ? await sideScroll(page) : []),
    ...(await missingTexts(visitor)),
    ...(await truncatedLabels(visitor)),
    ...(await targetsTooSmall(visitor)),
  ];
}

/**
 * Returns texts missing in the catalog, which are shown as `area.key`. Setting IDs look similar but
 * are shown as code.
 */
async function missingTexts({ page }: Visitor): Promise<string[]> {
  return await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const missing: string[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const content = node.textContent?.trim() ?? '';
      if (/^[a-z]\w*\.[a-z]\w*$/.test(content) && !node.parentElement?.closest('code, .code'))
        missing.push(`the text ${content} is missing`);
    }
    return missing;
  });
}

/** Returns buttons with truncated labels. */
export async function truncatedLabels({ page }: Visitor): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Button-label')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(
        ({ textContent, scrollWidth, clientWidth }) =>
          `the button ${textContent} is cut short: ${scrollWidth} px in ${clientWidth}`,
      ),
  );
}

/**
 * Returns controls that are hard to tap: smaller than 24 by 24 px, regardless of the space around
 * them (WCAG 2.5.8).
 */
async function targetsTooSmall({ page }: Visitor): Promise<string[]> {
  return await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main :is(input:is([type="checkbox"], [type="radio"]), .icon-button, .mantine-Switch-track)',
      ),
    ]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      // The component library hides the input of a switch behind its track.
      .filter(({ box }) => box.width > 1 && (box.width < 23.9 || box.height < 23.9))
      .map(
        ({ element, box }) =>
          `<${element.tagName} class="${element.className}"> is ${box.width} by ${box.height} px`,
      ),
  );
}
