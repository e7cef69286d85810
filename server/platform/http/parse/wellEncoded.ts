import { userError } from '../../../../contract/errors/errors.ts';
import { localize } from '../../texts/localize.ts';

/**
 * Throws `requestMalformed` with the parameter's name if a percent sign in `name=value&…` isn't
 * followed by a byte, or if the bytes aren't valid UTF-8. Decoders would keep such text literally
 * or replace it with another character.
 */
export function requireWellEncoded(parameters: string): void {
  if (!parameters.includes('%')) return;
  for (const parameter of parameters.split('&')) {
    const [name = ''] = parameter.split('=', 1);
    if (isWellEncoded(parameter)) continue;
    throw userError(
      'requestMalformed',
      {
        problem: localize('wellEncoded.problem.percentSignMustFollowed'),
      },
      isWellEncoded(name) ? decodeURIComponent(name).slice(0, 100) : undefined,
    );
  }
}

function isWellEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
