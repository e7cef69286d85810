import type { Texts } from '../../../../server/platform/tasks/task.ts';

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** The name in its usual form (lower case, no dot at the end), or why it is no host name (RFC 1123). */
export function readHostName(given: string): { name: string } | Texts {
  const name = given.toLowerCase().replace(/\.$/, '');
  if (name.length > 253) return { en: 'it is longer than 253 characters.', he: 'הוא ארוך מ-253 תווים.' };
  const wrong = name.split('.').find((part) => !label.test(part));
  if (wrong !== undefined)
    return {
      en: 'between the dots stand 1 to 63 letters, digits or hyphens, no hyphen at either end.',
      he: 'בין הנקודות עומדים 1 עד 63 אותיות, ספרות או מקפים, ללא מקף בקצוות.',
    };
  if (!name.includes('.')) return { en: 'it needs a domain, such as mail.example.com.', he: 'נדרש שם מתחם, לדוגמה mail.example.com.' };
  return { name };
}
