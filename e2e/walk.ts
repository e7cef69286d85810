import type { Page } from 'playwright-core';
import { findBarriers } from './accessibility.ts';
import type { Look, Visitor } from './browser.ts';
import { followTo, sideScroll } from './steps.ts';

type Opening = (visitor: Visitor, path: string) => Promise<void>;

/** What is wrong on these screens as this visitor sees them. */
export async function walk(visitor: Visitor, paths: readonly string[], open: Opening = followTo): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) found.push(...(await problemsAt(visitor, path, open)).map((problem) => `${path}: ${problem}`));
  return found;
}

/** A screen that does not open keeps nobody from looking at the others. */
async function problemsAt(visitor: Visitor, path: string, open: Opening): Promise<string[]> {
  try {
    await open(visitor, path);
  } catch (error) {
    return [String(error)];
  }
  return await problemsOf(visitor);
}

/** One way to look at a screen: a device of some kind, or a window of this width, in which only its breadth is looked at. */
export interface View {
  name: string;
  look: Look;
  width?: number;
}

/**
 * What is wrong on these screens, by view. Each is opened once and then seen in every view, in turn from the first to the last and back:
 * half of the screens are opened in the last one.
 */
export async function walkInViews(
  visitor: Visitor,
  paths: readonly string[],
  views: readonly View[],
  open: Opening = followTo,
): Promise<ReadonlyMap<View, string[]>> {
  const found = new Map(views.map((view) => [view, [] as string[]]));
  const order = [...views];
  for (const path of paths) {
    await open(visitor, path).catch((error: unknown) => found.get(order[0] as View)?.push(`${path}: ${String(error)}`));
    for (const view of order) found.get(view)?.push(...(await problemsIn(visitor, view)).map((problem) => `${path}: ${problem}`));
    order.reverse();
  }
  return found;
}

async function problemsIn(visitor: Visitor, { look, width }: View): Promise<string[]> {
  await visitor.changeTo(look, width === undefined ? undefined : { width, height: 800 });
  await hasFollowed(visitor.page);
  return width === undefined ? await problemsOf(visitor) : await lastingSideScroll(visitor.page);
}

/** Until the page has drawn itself anew. */
const hasFollowed = async (page: Page): Promise<void> =>
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** What is still wider once all parts have followed the window: some measure themselves first. */
async function lastingSideScroll(page: Page): Promise<string[]> {
  let wide = await sideScroll(page);
  for (let look = 0; wide.length > 0 && look < 20; look++) {
    await hasFollowed(page);
    wide = await sideScroll(page);
  }
  return wide;
}

/** On the screen that is open: barriers by WCAG 2.2 AA, parts wider than a phone, texts without an entry in the catalogue, buttons cut short. */
export async function problemsOf(visitor: Visitor): Promise<string[]> {
  const { page, look } = visitor;
  return [
    ...(await findBarriers(page)),
    ...(look.device === 'phone' ? await lastingSideScroll(page) : []),
    ...(await textsMissing(visitor)),
    ...(await labelsCutShort(visitor)),
  ];
}

/** A text without an entry in the catalogue shows as `area.key`; ids of settings look alike but stand as code. */
async function textsMissing({ page }: Visitor): Promise<string[]> {
  return await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const missing: string[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const words = node.textContent?.trim() ?? '';
      if (/^[a-z]\w*\.[a-z]\w*$/.test(words) && !node.parentElement?.closest('code, .code')) missing.push(`the text ${words} is missing`);
    }
    return missing;
  });
}

/** Buttons whose words have too little room: their ends are hidden. */
async function labelsCutShort({ page }: Visitor): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Button-label')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ textContent, scrollWidth, clientWidth }) => `the button ${textContent} is cut short: ${scrollWidth} px in ${clientWidth}`),
  );
}
