import type { Language } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';

/**
 * The title of an operation or another entry of the activity log. For an operation of an older or
 * newer portal version, `changePowerOfMany` becomes `Change power of many`.
 */
export function operationTitle(
  { services: { slices } }: Pick<Context, 'services'>,
  operation: string,
  language: Language,
): string {
  const title = slices.operations.get(operation)?.title ?? slices.logTitles.get(operation);
  if (title) return title[language];
  const spacedName = operation
    .replace(/[._]/g, ' ')
    .replace(
      /([a-z])([A-Z])/g,
      (_whole, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    );
  return spacedName.charAt(0).toUpperCase() + spacedName.slice(1);
}
