import { isolateDirections } from '../../../../web/texts/texts.ts';
import { momentFormat } from '../../../../web/ui/values/formats.ts';
import { browserTimeZone } from '../../../../web/ui/values/moments.ts';

const day = 86_400;

/**
 * Returns the axis labels of a chart in the user's language and time zone: times, the date at the
 * start of a day, dates, or months.
 */
export function timeLabels(seconds: readonly number[], step: number): string[] {
  const timeZone = browserTimeZone();
  const time = momentFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const date = momentFormat({ day: 'numeric', month: 'short', timeZone });
  const month = momentFormat({ month: 'short', year: 'numeric', timeZone });
  return seconds.map((at) => {
    const moment = new Date(at * 1000);
    if (step >= 28 * day) return isolateDirections(month.format(moment));
    const clock = time.format(moment);
    return step >= day || clock === '00:00' ? isolateDirections(date.format(moment)) : clock;
  });
}
