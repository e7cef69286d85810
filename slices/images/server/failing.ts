import { asTold, type Reason, Refusal, refuse } from '../../../contract/errors.ts';
import { inEvery } from '../../../contract/languages.ts';
import { EngineError } from '../../../drivers/compute/port.ts';
import type { TaskContext } from '../../../server/platform/tasks/task.ts';
import { ImageBuildError } from './builders.ts';
import { SourceError } from './fetch/source.ts';
import { markFailed } from './state.ts';

/**
 * Does what gets an image. What goes wrong outside becomes a refusal in the person's words, which the catalogue keeps too;
 * a cancel, a lost task and a database that is away pass through as they are.
 */
export async function explainingFailure(
  task: TaskContext<{ imageId: string }>,
  imageName: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refusal = task.signal.aborted ? null : refusalOf(error, imageName);
    if (!refusal) throw error;
    const reasons: readonly Reason[] = refusal.reasons;
    await task.write((ctx) => markFailed(ctx, task.input.imageId, reasons));
    // What the outside itself said, for the log: the refusal has only the product's words.
    if (refusal !== error) task.ctx.log.warn({ err: error, cmdId: task.cmdId }, 'an image could not be had');
    throw refusal;
  }
}

function refusalOf(error: unknown, image: string): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof SourceError)
    return refuse('imageFetchFailed', { image, problem: inEvery((language) => `${error.texts[language]}.`) });
  if (error instanceof ImageBuildError || error instanceof EngineError)
    return refuse('imageBuildFailed', { image, problem: asTold(error.message) });
  return null;
}
