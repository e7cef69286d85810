import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * The accessibility problems of this page (WCAG 2.2 AA), one line each with location; empty if
 * there are none.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  // Through the debugger: a script element would break the page's own content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Recent changes are painted first, because until then some colors are the previous ones.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const changing = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changing.map(({ finished }) => finished));
  });
  const results = await page.evaluate(
    (tags) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
        // It would download style sheets again to inspect them.
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
