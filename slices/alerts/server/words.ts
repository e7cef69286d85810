import type { Language } from '../../../contract/languages.ts';
import type { Comparison, Metric, Rule } from './rules.ts';

type Texts = Record<Language, string>;

export const metricWords: Record<Metric, Texts> = {
  cpuPercent: { en: 'CPU', he: 'מעבד' },
  memoryPercent: { en: 'Memory', he: 'זיכרון' },
  diskBytesPerSecond: { en: 'Disk', he: 'דיסק' },
  diskOpsPerSecond: { en: 'Disk operations', he: 'פעולות דיסק' },
  receivedBytesPerSecond: { en: 'Received', he: 'תעבורה נכנסת' },
  sentBytesPerSecond: { en: 'Sent', he: 'תעבורה יוצאת' },
  monthTrafficGb: { en: 'Traffic this month', he: 'תעבורה החודש' },
  off: { en: 'Server is off', he: 'השרת כבוי' },
  on: { en: 'Server is on', he: 'השרת פועל' },
  noData: { en: 'Server is on but sends no readings', he: 'השרת פועל אך אינו שולח קריאות' },
};
const comparisonWords: Record<Comparison, Texts> = {
  above: { en: 'above', he: 'מעל' },
  below: { en: 'below', he: 'מתחת ל-' },
};

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
function bytes(value: number): string {
  const step = value < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(value) / 3));
  return `${Math.round((value / 1000 ** step) * 10) / 10} ${byteUnits[step]}`;
}

/** A value of the metric with its unit. */
export function valueWords(metric: Metric, value: number): string {
  if (metric.endsWith('Percent')) return `${Math.round(value * 10) / 10}%`;
  if (metric.endsWith('BytesPerSecond')) return `${bytes(value)}/s`;
  if (metric === 'monthTrafficGb') return `${Math.round(value * 10) / 10} GB`;
  return metric === 'diskOpsPerSecond' ? `${Math.round(value)}/s` : '';
}

/** `CPU above 80%`, in every language. */
export function conditionWords({ metric, comparison, threshold }: Rule): Texts {
  const name = metricWords[metric];
  const value = valueWords(metric, threshold);
  if (value === '') return name;
  const [en, he] = [comparisonWords[comparison].en, comparisonWords[comparison].he];
  return { en: `${name.en} ${en} ${value}`, he: `${name.he} ${he} ${value}` };
}

/** Why a webhook isn't called. */
const problems = {
  address: { en: 'It isn’t a valid URL.', he: 'זו אינה כתובת תקינה.' },
  password: { en: 'It contains a username or password.', he: 'היא מכילה שם משתמש או סיסמה.' },
  protocol: { en: 'Use an https:// URL.', he: 'יש להשתמש בכתובת https://.' },
  port: { en: 'Only ports 443 and 8443 are allowed.', he: 'רק הפורטים 443 ו-8443 מותרים.' },
  hidden: { en: 'It isn’t on the public internet.', he: 'היא אינה באינטרנט הציבורי.' },
  timeout: { en: 'It didn’t respond within 10 seconds.', he: 'היא לא הגיבה תוך 10 שניות.' },
  unreachable: { en: 'It couldn’t be reached.', he: 'לא ניתן היה להגיע אליה.' },
  deleted: { en: 'The alert was deleted.', he: 'ההתראה נמחקה.' },
  givenUp: { en: 'The delivery was canceled.', he: 'השליחה בוטלה.' },
  changed: { en: 'The alert’s webhook URL was changed.', he: 'כתובת ה-webhook של ההתראה שונתה.' },
} satisfies Record<string, Texts>;
export type DeliveryProblem = keyof typeof problems;

export const problemWords = (problem: DeliveryProblem): Texts => problems[problem];
