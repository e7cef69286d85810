import { error } from '../../contract/declaredError.ts';

export const errors = {
  agreementTextChanged: error(
    2121,
    409,
    'The agreement changed while you were reading it. Read and sign the new version.',
    'ההסכם השתנה בזמן הקריאה. יש לקרוא את הגרסה החדשה ולחתום עליה.',
  ),
  agreementNoDraft: error(
    2122,
    422,
    'There is no draft to publish. Create one first.',
    'אין טיוטה לפרסום. יש ליצור טיוטה תחילה.',
  ),
  agreementNotYours: error(
    2123,
    403,
    'Only the account owner can sign.',
    'רק בעל החשבון יכול לחתום.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  agreement: { en: 'agreement', he: 'הסכם' },
};
