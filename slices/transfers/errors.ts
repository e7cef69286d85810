import { error } from '../../contract/declaredError.ts';

export const errors = {
  transferRefused: error(
    2559,
    422,
    'You can’t transfer this server. {problem}',
    'לא ניתן להעביר את השרת. {problem}',
  ),
  transferEnded: error(
    2560,
    409,
    'This transfer is no longer open. It was {state}.',
    'ההעברה אינה פתוחה יותר. היא {state}.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  offer: { en: 'offer', he: 'הצעה' },
};
