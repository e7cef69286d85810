import type { downloadTexts as english } from './download.en.ts';

export const downloadTexts: Record<keyof typeof english, string> = {
  title: 'הורדה',
  given: 'הקובץ בדרך',
  givenHint: 'הדפדפן ישמור אותו או יציג אותו.',
  refused: 'לא ניתן למסור את הקובץ',
  toList: 'לרשימה',
};
