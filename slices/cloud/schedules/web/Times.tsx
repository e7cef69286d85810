import { NumberInput, TextInput } from '@mantine/core';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import styles from './schedules.module.css';
import '@mantine/core/styles/NumberInput.css';
import { useCall } from '../../../../web/data/useCall.ts';
import { currentLanguage } from '../../../../web/texts/texts.ts';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { Select } from '../../../../web/ui/form/Select.tsx';
import { TimeZoneSelect } from '../../../../web/ui/form/TimeZoneSelect.tsx';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { cronTimesOf, type Frequency, type FrequencyForm } from './frequency.ts';
import { text } from './text.ts';

const frequencies: readonly Frequency[] = ['hourly', 'daily', 'weekdays', 'monthly', 'custom'];

/**
 * The name of a weekday in the user's language, where 0 is Sunday. January 4, 1970, was a Sunday.
 */
const weekdayName = (day: number): string =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short', timeZone: 'UTC' }).format(
    new Date((day + 3) * 86_400_000),
  );

interface TimesProps {
  value: FrequencyForm;
  timeZone: string;
  problem: string | undefined;
  timeZoneProblem: string | undefined;
  onChange(change: Partial<FrequencyForm>): void;
  onTimeZone(timeZone: string): void;
}

/**
 * Selects the run times: a frequency with a time of day, or a cron expression. Shows the next runs.
 */
export function Times({
  value,
  timeZone,
  problem,
  timeZoneProblem,
  onChange,
  onTimeZone,
}: TimesProps) {
  return (
    <>
      <Row align="end" gap="10px 12px" childFlex="1 1 150px">
        <Select
          label={text('rhythm')}
          value={value.rhythm}
          onChange={(frequency) =>
            onChange({
              rhythm: frequency as Frequency,
              ...(frequency === 'custom' ? { cron: cronTimesOf(value) } : {}),
            })
          }
          options={frequencies.map((frequency) => [frequency, text(frequency)])}
        />
        {value.rhythm === 'monthly' && (
          <NumberInput
            label={text('day')}
            min={1}
            max={31}
            value={value.day}
            onChange={(day) => onChange({ day: Number(day) || 1 })}
          />
        )}
        {value.rhythm === 'hourly' ? (
          <NumberInput
            label={text('minute')}
            min={0}
            max={59}
            value={Number(value.at.slice(3))}
            onChange={(minute) => onChange({ at: `00:${String(minute || 0).padStart(2, '0')}` })}
          />
        ) : (
          value.rhythm !== 'custom' && (
            <DateField
              kind="time"
              label={text('at')}
              zone={timeZone}
              value={value.at}
              onChange={(at) => onChange({ at })}
            />
          )
        )}
      </Row>
      {value.rhythm === 'weekdays' && (
        <Weekdays chosen={value.weekdays} onChange={(weekdays) => onChange({ weekdays })} />
      )}
      {value.rhythm === 'custom' && (
        <TextInput
          label={text('cron')}
          description={text('cronHint')}
          dir="ltr"
          value={value.cron}
          onChange={(event) => onChange({ cron: event.currentTarget.value })}
        />
      )}
      <TimeZoneSelect
        label={text('timeZone')}
        value={timeZone}
        error={timeZoneProblem}
        onChange={onTimeZone}
      />
      {problem && <p className="form-problem">{problem}</p>}
      <UpcomingTimes times={cronTimesOf(value)} timeZone={timeZone} />
    </>
  );
}

function Weekdays({
  chosen,
  onChange,
}: {
  chosen: readonly number[];
  onChange(chosen: number[]): void;
}) {
  const toggle = (day: number) =>
    onChange(chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day]);
  return (
    <Row as="fieldset" className={styles.scheduleDays} gap={6}>
      <Text as="legend" mb={4} size="sm">
        {text('days')}
      </Text>
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        <Row as="label" isInline isNowrap align="center" gap={5} p="5px 9px" isRounded key={day}>
          <input
            type="checkbox"
            className="tick"
            checked={chosen.includes(day)}
            onChange={() => toggle(day)}
          />
          {weekdayName(day)}
        </Row>
      ))}
    </Row>
  );
}

/** The next runs, as calculated by the portal. */
function UpcomingTimes({ times, timeZone }: { times: string; timeZone: string }) {
  const preview = useCall(
    'previewSchedule',
    { body: { times, timeZone } },
    { keepsPrevious: true },
  );
  return (
    <div aria-live="polite">
      <strong>{text('comes')}</strong>
      {preview.isError ? (
        <p className="form-problem">{errorText(preview.error)}</p>
      ) : (
        <Stack as="ul" data-part="schedule-next" gap={3} ps={18}>
          {(preview.data?.next ?? []).map((moment) => (
            <li key={moment}>{formatMoment(moment)}</li>
          ))}
        </Stack>
      )}
    </div>
  );
}
