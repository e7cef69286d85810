import { useEffect, useRef, useState } from 'react';
import type { Answer, CapturedCall } from '../client.ts';
import { useCall } from '../data/useCall.ts';
import { ErrorState, Skeleton } from '../ui/feedback/states.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { asCommand, asCurl, asTerraform } from './codeSnippets.ts';
import { text } from './text.ts';
import './code.css';

/** Replaces IDs with names where both are accepted, because names are more readable. */
function withDisplayCodes(body: unknown, options: Answer<'getCreateOptions'> | undefined): unknown {
  if (!options || typeof body !== 'object' || body === null) return body;
  const { datacenterId, imageId } = body as { datacenterId?: string; imageId?: string };
  const datacenter = options.datacenters.find(({ id }) => id === datacenterId);
  const image = options.images.find(({ id }) => id === imageId);
  return {
    ...body,
    ...(datacenter ? { datacenterId: datacenter.code } : {}),
    ...(image ? { imageId: image.code } : {}),
  };
}

type CodeFormat = 'curl' | 'cli' | 'terraform';

/** A form's call as code to copy. Null if the form has no valid call yet. */
export default function CallAsCode({ wanted }: { wanted: CapturedCall | null }) {
  if (wanted === null) return <p className="soft">{text('none')}</p>;
  return <CallExamples wanted={wanted} />;
}

function CallExamples({ wanted }: { wanted: CapturedCall }) {
  const [form, setForm] = useState<CodeFormat>('curl');
  const operation = useCall('getOperation', { params: { operation: wanted.operation } });
  const isServer = wanted.operation === 'createServers';
  const options = useCall('getCreateOptions', {}, { isEnabled: isServer });
  const element = useRef<HTMLDivElement>(null);
  const isLoaded = operation.data !== undefined;
  useEffect(() => {
    if (isLoaded) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isLoaded]);
  if (operation.isError)
    return <ErrorState error={operation.error} onRetry={() => void operation.refetch()} />;
  if (!operation.data || (isServer && options.isPending)) return <Skeleton count={3} />;
  if (!operation.data.isForKeys) return <p className="soft">{text('forPeople')}</p>;
  const { origin } = location;
  const forms: readonly CodeFormat[] = isServer ? ['curl', 'cli', 'terraform'] : ['curl', 'cli'];
  const named = { ...wanted, body: withDisplayCodes(wanted.body, options.data) };
  const renderers = {
    curl: () => asCurl(operation.data, wanted, origin),
    cli: () => asCommand(operation.data, named) ?? '',
    terraform: () => asTerraform(named.body as Parameters<typeof asTerraform>[0], origin),
  };
  return (
    <div className="call-as-code" ref={element}>
      <div className="code-tabs" role="tablist" aria-label={text('tabs')}>
        {forms.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={each === form}
            onClick={() => setForm(each)}
          >
            {text(each)}
          </button>
        ))}
      </div>
      <CodeBlock label={text('copyCode')}>{renderers[form]()}</CodeBlock>
      <p className="soft code-note">{text('note')}</p>
    </div>
  );
}
