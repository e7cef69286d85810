import {
  type Reason,
  UserError,
  untranslated,
  userError,
} from '../../../../../contract/errors/errors.ts';
import { eachLanguage } from '../../../../../contract/languages.ts';
import { EngineError } from '../../../../../drivers/compute/port.ts';
import type { TaskContext } from '../../../../../server/platform/tasks/task.ts';
import { ImageBuildError } from '../catalog/builders.ts';
import { SourceError } from '../fetch/source.ts';
import { markFailed } from '../state.ts';

/**
 * Runs a step that obtains an image. Converts external failures to user errors, whose message is
 * also stored in the catalog. Cancellation, lost tasks and database outages are rethrown unchanged.
 */
export async function explainingFailure(
  task: TaskContext<{ imageId: string }>,
  imageName: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const rejection = task.signal.aborted ? null : toUserError(error, imageName);
    if (!rejection) throw error;
    const reasons: readonly Reason[] = rejection.reasons;
    await task.write((ctx) => markFailed(ctx, task.input.imageId, reasons));
    // The original external error, for the log. The user error contains only the product's message.
    if (rejection !== error)
      task.ctx.log.warn({ err: error, cmdId: task.cmdId }, 'An image couldn’t be obtained');
    throw rejection;
  }
}

function toUserError(error: unknown, image: string): UserError | null {
  if (error instanceof UserError) return error;
  if (error instanceof SourceError)
    return userError('imageFetchFailed', {
      image,
      problem: eachLanguage((language) => `${error.texts[language]}.`),
    });
  if (error instanceof ImageBuildError || error instanceof EngineError)
    return userError('imageBuildFailed', { image, problem: untranslated(error.message) });
  return null;
}
