import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Returns the accessibility problems of the page (WCAG 2.2 AA), one line each with location. Empty
 * if there are none.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Evaluated through the debugger, because a script element would violate the page's content
  // security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Wait until recent changes are painted, because some colors are still the previous ones until
  // then.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const runningAnimations = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(runningAnimations.map(({ finished }) => finished));
  });
  const results = await page.evaluate(
    (tags) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
        // Preloading would download style sheets again to inspect them.
        preload: false,
      }) as Promise<AxeResults>,
    standard,
  );
  return results.violations.flatMap((violation) =>
    violation.nodes.map(
      (node) =>
        `${violation.id}: ${node.target.join(' ')}: ${(node.failureSummary ?? '').replace(/\s+/g, ' ')}`,
    ),
  );
}
