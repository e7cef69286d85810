import { userError } from '../../../../contract/errors.ts';
import { localize } from '../../texts/localize.ts';

/**
 * Throws `requestMalformed`, with the name of the parameter, where a percent sign of `name=value&…`
 * stands for no byte, or the bytes are no UTF-8: what reads them takes such text literally, or puts
 * another character in its place.
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
