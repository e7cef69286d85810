import { userError } from '../../../contract/errors.ts';

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
        problem: {
          en: 'a percent sign must be followed by two hexadecimal digits, and the bytes these say must be UTF-8',
          he: 'אחרי סימן אחוז נדרשות שתי ספרות הקסדצימליות, והבתים שהן מציינות חייבים להיות UTF-8',
        },
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
