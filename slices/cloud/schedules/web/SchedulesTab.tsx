import { ServerSchedules } from './ServerSchedules.tsx';
import { text } from './text.ts';

/** The schedules tab of a server. */
export default function SchedulesTab({ server }: { server: { id: string; name: string } }) {
  return (
    <>
      <p className="soft">{text('onServer', { name: server.name })}</p>
      <ServerSchedules server={server} />
    </>
  );
}
