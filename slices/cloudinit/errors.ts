import { error } from '../../contract/declaredError.ts';

export const errors = {
  policyNameTaken: error(
    2661,
    409,
    'This site already has a policy named {name}. Choose another name.',
    'לאתר כבר יש מדיניות בשם {name}. יש לבחור שם אחר.',
  ),
  policyInvalid: error(2662, 422, '{problem}', '{problem}'),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  policy: { en: 'policy', he: 'מדיניות' },
};
