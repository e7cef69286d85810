import type { Texts } from '../../../../server/platform/tasks/task.ts';

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * The name in its usual form (lower case, no dot at the end), or why it is no host name (RFC 1123).
 */
export function readHostName(given: string): { name: string } | Texts {
  const name = given.toLowerCase().replace(/\.$/, '');
  if (name.length > 253)
    return { en: 'It is longer than 253 characters.', he: 'הוא ארוך מ-253 תווים.' };
  const wrong = name.split('.').find((part) => !label.test(part));
  if (wrong !== undefined)
    return {
      en: 'Each part must have 1 to 63 letters, digits, or hyphens, without a hyphen at either end.',
      he: 'כל חלק חייב להכיל בין 1 ל-63 אותיות, ספרות או מקפים, ללא מקף בקצוות.',
    };
  if (!name.includes('.'))
    return {
      en: 'It needs a domain, for example mail.example.com.',
      he: 'נדרש שם מתחם, למשל mail.example.com.',
    };
  return { name };
}
