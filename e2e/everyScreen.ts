import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameOf } from './browser.ts';
import { openFilledStage } from './filledStage.ts';
import { asVisitor, type Stage } from './portal.ts';
import { isRepeat, screenPaths } from './screens.ts';
import { enterAs, followTo, openScreen } from './steps.ts';
import { type View, walkInViews } from './walk.ts';

/** The screens are opened in so many parts, so that no test takes minutes. */
const thirds = [0, 1, 2] as const;
const missing = /status of 404/;

interface Walk {
  /** The first sees all screens, the others one of each kind. */
  views: readonly View[];
  /** By their addresses; otherwise as one gets there by links. */
  byAddress: boolean;
}

/** Two at a time: each waits for his own pages. */
const inTwoHalves = async <T>(paths: readonly string[], work: (half: string[]) => Promise<T>): Promise<T[]> =>
  await Promise.all([0, 1].map((rest) => work(paths.filter((_path, at) => at % 2 === rest))));

/** What is wrong by view on a part of the screens. */
async function problemsOfThird(stage: Stage, { views, byAddress }: Walk, third: number): Promise<ReadonlyMap<View, string[]>> {
  const paths = (await screenPaths(stage.app.root)).filter((_path, at) => at % thirds.length === third);
  const [first] = views as [View];
  const open = byAddress ? openScreen : followTo;
  const halves = await inTwoHalves(paths, async (half) => {
    const client = await stage.app.signInAs('root');
    const found: ReadonlyMap<View, string[]>[] = [];
    await asVisitor(stage, first.look, async (visitor) => {
      visitor.expectComplaint(missing);
      await enterAs(visitor, client);
      const repeats = byAddress ? half.filter(isRepeat) : [];
      found.push(
        await walkInViews(
          visitor,
          half.filter((path) => !isRepeat(path)),
          views,
          open,
        ),
      );
      found.push(await walkInViews(visitor, repeats, [first], open));
    });
    return found;
  });
  return new Map(views.map((view) => [view, halves.flat().flatMap((found) => found.get(view) ?? [])]));
}

/** Walks root through every screen of a portal that has one of everything, and looks at each in all these views. */
export function everyScreenFits(walk: Walk): void {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openFilledStage();
    // Long enough to break where there is no room for it.
    const { body } = await stage.app.root.get<{ items: { id: string }[] }>('/servers');
    const renamed = await stage.app.root.put(`/servers/${body.items[0]?.id}/name`, { name: 'frontend-web-node-1' });
    expect(renamed.status).toBe(200);
  });
  afterAll(() => stage?.close());

  const walked = new Map<number, ReturnType<typeof problemsOfThird>>();
  /** The first test of a third walks for those of the other views. */
  const walkOnce = (third: number) => {
    const found = walked.get(third) ?? problemsOfThird(stage, walk, third);
    walked.set(third, found);
    return found;
  };
  describe('every screen', () => {
    it.each(thirds.flatMap((third) => walk.views.map((view) => [view.name, third + 1, { view, third }] as const)))(
      'keeps nobody out and fits: %s, %i of 3',
      async (_name, _number, { view, third }) => {
        expect((await walkOnce(third)).get(view)).toEqual([]);
      },
    );
  });
}

/** The looks of a language. */
export const viewOf = (look: View['look']): View => ({ name: nameOf(look), look });
