import { SimpleTable } from '../../../../web/ui/layout/SimpleTable.tsx';
import { ScrollPart } from '../../../../web/ui/page/ScrollPart.tsx';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { describeValue, type Panel } from './panels.ts';
import { text } from './text.ts';

/** The chart data as an accessible table, latest first. */
export function StatisticsTable({
  times,
  panels,
}: {
  times: readonly number[];
  panels: readonly Panel[];
}) {
  const columns = panels.flatMap((panel) => panel.series.map((series) => ({ panel, series })));
  const rows = times
    .map((time, index) => ({ time, index }))
    .filter(({ index }) => columns.some(({ series }) => series.means[index] !== null))
    .reverse();
  return (
    <ScrollPart label={text('statistics')}>
      <SimpleTable className="number">
        <thead>
          <tr>
            <th scope="col">{text('time')}</th>
            {columns.map(({ panel, series }) => (
              <th scope="col" key={`${panel.id} ${series.label}`}>
                {panel.title}, {series.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, index }) => (
            <tr key={time}>
              <th scope="row">{formatMoment(new Date(time * 1000).toISOString())}</th>
              {columns.map(({ panel, series }) => (
                <td key={`${panel.id} ${series.label}`}>
                  <bdi>{describeValue(panel, series, index)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </ScrollPart>
  );
}
