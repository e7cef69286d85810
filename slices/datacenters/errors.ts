import { error } from '../../contract/declaredError.ts';

export const errors = {
  datacenterNotReady: error(
    1400,
    422,
    'Servers in {datacenter} can’t be created or changed right now. {problem}',
    'לא ניתן כעת ליצור או לשנות שרתים ב-{datacenter}. {problem}',
  ),
  datacenterCodeTaken: error(
    1401,
    409,
    'Another datacenter has the short code {shortCode}. Choose another one.',
    'הקוד הקצר {shortCode} כבר שייך למרכז נתונים אחר. יש לבחור קוד אחר.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  datacenter: { en: 'datacenter', he: 'מרכז נתונים' },
};
