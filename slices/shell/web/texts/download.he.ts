import type { downloadTexts as english } from './download.en.ts';

export const downloadTexts: Record<keyof typeof english, string> = {
  title: 'הורדה',
  given: 'ההורדה החלה',
  givenHint: 'הדפדפן ישמור את הקובץ או יפתח אותו.',
  refused: 'לא ניתן להוריד את הקובץ',
  toList: 'לרשימה',
};
