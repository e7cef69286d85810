import { useCall } from '../data/useCall.ts';
import { Select } from '../ui/form/Select.tsx';
import './target.css';
import { text } from './text.ts';
import type { ChosenTarget, Target } from './useTarget.ts';

/** Fields to select a target: a server or a tag. */
export function TargetFields({
  chosen: { target, change },
  problem,
}: {
  chosen: ChosenTarget;
  problem: string | undefined;
}) {
  const servers = useCall('listServers', { query: { size: '500', sorting: 'name' } });
  const tags = useCall('listServerTags', {});
  return (
    <div className="target-fields">
      <Select
        label={text('whose')}
        value={target.kind}
        onChange={(kind) => change({ kind: kind as Target['kind'] })}
        options={[
          ['server', text('oneServer')],
          ['tag', text('byTag')],
        ]}
      />
      {target.kind === 'server' ? (
        <Select
          label={text('server')}
          value={target.serverId}
          onChange={(serverId) => change({ serverId })}
          options={[
            ['', '–'],
            ...(servers.data?.items ?? []).map(({ id, name }): [string, string] => [id, name]),
          ]}
        />
      ) : (
        <Select
          label={text('tag')}
          value={target.tag}
          onChange={(tag) => change({ tag })}
          options={[
            ['', '–'],
            ...(tags.data?.items ?? []).map(({ tag, servers: count }): [string, string] => [
              tag,
              `${tag} (${count})`,
            ]),
          ]}
        />
      )}
      {problem && <p className="form-problem">{problem}</p>}
    </div>
  );
}
