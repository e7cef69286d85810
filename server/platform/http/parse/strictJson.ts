import { userError } from '../../../../contract/errors/errors.ts';
import { localize } from '../../texts/localize.ts';

const maxDepth = 32;
const maxElements = 20_000;
const notJson = localize('http.notJson');

/**
 * Parses a JSON body strictly. Rejects text that PostgreSQL or a screen can't represent (U+0000,
 * lone surrogates), names that access an object's prototype, duplicate names, and excessive depth
 * or count. Throws `requestMalformed`.
 */
export function parseStrictJson(source: string): unknown {
  checkShape(source);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw userError('requestMalformed', { problem: notJson });
  }
  checkValue(value);
  return value;
}

/**
 * Checks depth, count, and duplicate names in one pass over the text, before building any objects.
 */
function checkShape(source: string): void {
  const names: (Set<string> | null)[] = [];
  let elements = 0;
  let isName = false;
  for (let offset = 0; offset < source.length; offset++) {
    const character = source[offset];
    if (character === '"') {
      const end = endOfString(source, offset);
      const scope = names.at(-1);
      if (isName && scope) addName(scope, source.slice(offset + 1, end));
      isName = false;
      offset = end;
    } else if (character === '{' || character === '[') {
      names.push(character === '{' ? new Set() : null);
      isName = character === '{';
      if (names.length > maxDepth)
        throw userError('requestMalformed', {
          problem: localize('strictJson.problem.bodyNestedDeeperThan', { maxDepth }),
        });
    } else if (character === '}' || character === ']') {
      names.pop();
      isName = false;
    } else if (character === ',') {
      isName = names.at(-1) instanceof Set;
      elements += 1;
      if (elements > maxElements)
        throw userError('requestMalformed', {
          problem: localize('strictJson.problem.bodyMoreThanElements', { maxElements }),
        });
    }
  }
}

function endOfString(source: string, start: number): number {
  for (let offset = start + 1; offset < source.length; offset++) {
    if (source[offset] === '\\') offset += 1;
    else if (source[offset] === '"') return offset;
  }
  throw userError('requestMalformed', { problem: notJson });
}

function addName(scope: Set<string>, name: string): void {
  if (scope.has(name))
    throw userError('requestMalformed', {
      problem: localize('strictJson.problem.fieldSentTwice'),
    });
  scope.add(name);
}

export function checkValue(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed())
      throw userError('requestMalformed', {
        problem: localize('strictJson.problem.textContainsU0000'),
      });
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw userError('requestMalformed', {
        problem: localize('strictJson.problem.numberTooLarge'),
      });
  } else if (Array.isArray(value)) {
    for (const element of value) checkValue(element);
  } else if (value !== null && typeof value === 'object') {
    for (const [name, element] of Object.entries(value)) {
      if (name === '__proto__' || name === 'constructor' || name === 'prototype')
        throw userError('requestMalformed', {
          problem: localize('strictJson.problem.fieldCantNamed', { name }),
        });
      checkValue(name);
      checkValue(element);
    }
  }
}
