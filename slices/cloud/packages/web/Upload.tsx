import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Calls, call } from '../../../../web/client.ts';
import { useGo } from '../../../../web/navigation.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import { codeArea } from '../../../../web/ui/layout/Control.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { formatBytes } from '../../../../web/ui/values/values.tsx';
import styles from './packages.module.css';
import { text } from './text.ts';

const maxBytes = 512 * 1024;

/** A small example package that prefills the form. */
const example = {
  manifest: JSON.stringify(
    {
      name: 'my-app',
      title: { en: 'My application' },
      description: { en: 'What it is for.' },
      version: '1.0.0',
      kind: 'app',
      images: ['debian'],
      minimum: { cores: 1, ramMb: 1024, diskGb: 10 },
      parameters: [{ name: 'greeting', type: 'text', title: { en: 'Greeting' }, default: 'Hello' }],
      scripts: { install: 'install.sh' },
      timeoutMinutes: 30,
      ports: [{ port: 80, protocol: 'tcp', title: { en: 'Web' } }],
      links: [{ title: { en: 'Open' }, url: 'http://{address:80}/' }],
    },
    null,
    2,
  ),
  install:
    'apt_install nginx-light\nsay "Writing the first page"\nprintf \'%s\\n\' "$APP_GREETING" >/var/www/html/index.html\n',
};

type Body = Calls['uploadPackage']['in']['body'];

/** Uploads a package as an archive, or as a manifest and script entered in the form. */
export function Upload({ onClose }: { onClose(): void }) {
  const [file, setFile] = useState<File | null>(null);
  const [manifest, setManifest] = useState(example.manifest);
  const [install, setInstall] = useState(example.install);
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useSave(['scripts']);
  const go = useGo();
  const body = async (): Promise<Body | null> => {
    if (file) {
      if (file.size > maxBytes) return reject(text('tooLarge', { size: formatBytes(file.size) }));
      return { archive: await base64Of(file) };
    }
    try {
      return { manifest: JSON.parse(manifest), scripts: { 'install.sh': install } } as Body;
    } catch (error) {
      return reject(
        text('notJson', { reason: error instanceof Error ? error.message : String(error) }),
      );
    }
  };
  const reject = (reason: string): null => {
    setProblem(reason);
    return null;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    const content = await body();
    if (!content) return;
    let id = '';
    const isUploaded = await saving.save(text('take'), async () => {
      id = (await call('uploadPackage', { body: content })).id;
    });
    if (isUploaded) await go({ to: `/uploadService/${id}` });
  };
  return (
    <Dialog onClose={onClose} size="xl" title={text('upload')}>
      <form className="dialog package-upload" onSubmit={(event) => void submit(event)} noValidate>
        <p className="soft">{text('uploadHint')}</p>
        <Stack as="label" className={styles.packageFile} gap={6}>
          <span>{text('chooseFile')}</span>
          <input
            type="file"
            accept=".zip,.tgz,.tar.gz,application/zip,application/gzip"
            onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
          />
        </Stack>
        {!file && (
          <>
            <p className="soft">{text('orForm')}</p>
            <Textarea
              label={text('manifest')}
              dir="ltr"
              rows={14}
              spellCheck={false}
              classNames={{ input: codeArea }}
              value={manifest}
              onChange={(event) => setManifest(event.currentTarget.value)}
            />
            <Textarea
              label={text('installScript')}
              dir="ltr"
              rows={5}
              spellCheck={false}
              classNames={{ input: codeArea }}
              error={saving.problemAt('scripts')}
              value={install}
              onChange={(event) => setInstall(event.currentTarget.value)}
            />
          </>
        )}
        {(problem ?? saving.general) && (
          <p className="form-problem" role="alert">
            {problem ?? saving.general}
          </p>
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={saving.isBusy}>
            {text('take')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let offset = 0; offset < bytes.length; offset += 8192)
    binary += String.fromCharCode(...bytes.subarray(offset, offset + 8192));
  return btoa(binary);
}
