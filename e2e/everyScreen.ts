import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameOf } from './browser.ts';
import { openFilledStage } from './filledStage.ts';
import { asVisitor, type Stage } from './portal.ts';
import { isRepeat, screenPaths } from './screens.ts';
import { enterAs, followTo, openScreen } from './steps.ts';
import { type View, walkInViews } from './walk.ts';

/** The screens are opened in so many parts, so that no test takes minutes, not even at a busy machine. */
const parts = Array.from({ length: 9 }, (_, part) => part);
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
async function problemsOfPart(stage: Stage, { views, byAddress }: Walk, part: number): Promise<ReadonlyMap<View, string[]>> {
  const paths = (await screenPaths(stage.app.root)).filter((_path, at) => at % parts.length === part);
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

  const walked = new Map<number, ReturnType<typeof problemsOfPart>>();
  /** The first test of a part walks for those of the other views. */
  const walkOnce = (part: number) => {
    const found = walked.get(part) ?? problemsOfPart(stage, walk, part);
    walked.set(part, found);
    return found;
  };
  describe('every screen', () => {
    it.each(parts.flatMap((part) => walk.views.map((view) => [view.name, part + 1, { view, part }] as const)))(
      'keeps nobody out and fits: %s, %i of 9',
      async (_name, _number, { view, part }) => {
        expect((await walkOnce(part)).get(view)).toEqual([]);
      },
    );
  });
}

/** The looks of a language. */
export const viewOf = (look: View['look']): View => ({ name: nameOf(look), look });
