import { fetchSystemStatus } from '#modules/backoffice/system/fetch-status.ts'
import { runDeadJob } from '#modules/backoffice/system/run-dead-job.ts'
import { auditFaultTexts, systemTexts } from '#modules/backoffice/system/system.texts.ts'
import { formatNumber } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, staff } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { fileSize } from '#platform/ui/file-size.ts'
import { useLocale, useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import type { FormState } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

const path = pathTo('/manage/settings/system')
type PageData = Awaited<ReturnType<typeof fetchSystemStatus.run>> & { changes: boolean }

/** The state of the system, for operators. */
export default page({
  address: '/manage/settings/system',
  title: systemTexts.title,
  may: staff('MANAGE_SETTINGS:UPDATE'),
  layout: BackOfficeLayout,
  load: async ({ ctx }): Promise<PageData> => ({
    ...(await fetchSystemStatus.run(ctx, {})),
    changes: holds(ctx.actor, 'MANAGE_SETTINGS:UPDATE'),
  }),
  async submit({ ctx, form: { values } }) {
    const { message = '' } = await runDeadJob.run(ctx, { job_id: values.job_id ?? '' })
    return redirect(path, { flash: { kind: 'success', text: message } })
  },
  view: (data, { form }) => <SystemStatus {...data} form={form} />,
})

function SystemStatus({ form, ...data }: PageData & { form: FormState }) {
  const t = useTexts(systemTexts)
  const locale = useLocale()
  const { status, jobs, dead, scheduled, processes, changes, mail, gateways, disk } = data
  return (
    <>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      {disk?.low && (
        <Alert variant="attention" className="mb-4">
          {t('diskLow', { free: fileSize(disk.free_bytes, locale) })}
        </Alert>
      )}
      {status.audit_fault && (
        <Alert variant="error" className="mb-4">
          {t('auditBroken', { fault: localText(locale, auditFaultTexts, status.audit_fault) })}
        </Alert>
      )}
      <div className="grid gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <DatabaseFacts status={status} />
          <AuditFacts status={status} />
          <MailFacts mail={mail} />
          {gateways.map((gateway) => (
            <GatewayFacts key={gateway.provider} gateway={gateway} />
          ))}
          <FileFacts {...data} />
        </div>
        <Panel title={t('processes')}>
          {processes.length === 0 ? (
            <p className="text-muted-foreground">{t('noProcesses')}</p>
          ) : (
            <Processes processes={processes} />
          )}
        </Panel>
        <Panel title={t('failed')}>
          {dead.length === 0 ? (
            <p className="text-muted-foreground">{t('noneFailed')}</p>
          ) : (
            <DeadJobs dead={dead} changes={changes} />
          )}
        </Panel>
        <Panel title={t('jobs')}>
          {jobs.length === 0 ? <p className="text-muted-foreground">{t('noJobs')}</p> : <Jobs jobs={jobs} />}
        </Panel>
        <Panel title={t('scheduled')}>
          {scheduled.length === 0 ? (
            <p className="text-muted-foreground">{t('noScheduled')}</p>
          ) : (
            <ScheduledJobs scheduled={scheduled} />
          )}
        </Panel>
      </div>
    </>
  )
}

function DatabaseFacts({ status }: Pick<PageData, 'status'>) {
  const t = useTexts(systemTexts)
  const locale = useLocale()
  return (
    <Panel title={t('database')}>
      <Facts
        facts={[
          [t('version'), `PostgreSQL ${status.database_version}`],
          [t('product'), status.product_version],
          [t('size'), fileSize(status.database_bytes, locale)],
          [t('connections'), String(status.connections)],
          [t('migration'), t('migrationOf', { migration: status.migration, count: status.migrations })],
        ]}
      />
    </Panel>
  )
}

/** The last failure and its reason. */
function useFailure() {
  const t = useTexts(systemTexts)
  const showInstant = useShowInstant()
  return (instant: string | null, reason: string | null) =>
    instant === null ? t('noFailure') : t('failedWith', { when: showInstant(instant), reason: reason ?? '' })
}

function MailFacts({ mail }: Pick<PageData, 'mail'>) {
  const t = useTexts(systemTexts)
  const showInstant = useShowInstant()
  const showFailure = useFailure()
  return (
    <Panel title={t('mail')}>
      <Facts
        facts={[
          [t('lastSent'), mail.sent_at ? showInstant(mail.sent_at) : t('never')],
          [t('sentHour'), String(mail.sent_hour)],
          [t('retrying'), String(mail.retrying)],
          [t('lastFailed'), showFailure(mail.failed_at, mail.failed_reason)],
        ]}
      />
    </Panel>
  )
}

const gatewayNames: Readonly<Record<string, string>> = { authorize_net: 'Authorize.Net', paypal: 'PayPal' }

function GatewayFacts({ gateway }: { gateway: PageData['gateways'][number] }) {
  const t = useTexts(systemTexts)
  const showInstant = useShowInstant()
  const showFailure = useFailure()
  const { provider, answered_at, failed_at, failed_reason, unknown: count, unknown_since: since } = gateway
  return (
    <Panel title={t('gateway', { name: gatewayNames[provider] ?? provider })}>
      <Facts
        facts={[
          [t('answered'), answered_at ? showInstant(answered_at) : t('never')],
          [t('lastFailed'), showFailure(failed_at, failed_reason)],
          [t('unknown'), since ? t('waitingSince', { count, when: showInstant(since) }) : String(count)],
        ]}
      />
    </Panel>
  )
}

function FileFacts({ media, task_files, disk, stocks }: Pick<PageData, 'media' | 'task_files' | 'disk' | 'stocks'>) {
  const t = useTexts(systemTexts)
  const locale = useLocale()
  const filesText = ({ files: count, bytes }: { files: number; bytes: number }) =>
    t('filesOf', { count: formatNumber(count, locale), size: fileSize(bytes, locale) })
  const space = ({ free_bytes, total_bytes }: NonNullable<typeof disk>) =>
    t('diskOf', { free: fileSize(free_bytes, locale), total: fileSize(total_bytes, locale) })
  return (
    <>
      <Panel title={t('files')}>
        <Facts
          facts={[
            [t('media'), filesText(media)],
            [t('taskFiles'), filesText(task_files)],
            ...(disk ? [[t('disk'), space(disk)] as const] : []),
          ]}
        />
      </Panel>
      {stocks.length > 0 && (
        <Panel title={t('stocks')}>
          <Facts
            facts={stocks.map(({ agency_name, left, waiting }) => [agency_name, t('stockOf', { left, waiting })])}
          />
        </Panel>
      )}
    </>
  )
}

function AuditFacts({ status }: Pick<PageData, 'status'>) {
  const t = useTexts(systemTexts)
  const showInstant = useShowInstant()
  const {
    audit_sealed_at: ciphertext,
    audit_waiting: count,
    audit_waiting_since: since,
    audit_verified_at: verified,
  } = status
  return (
    <Panel title={t('audit')}>
      <Facts
        facts={[
          [t('sealed'), ciphertext ? showInstant(ciphertext) : t('never')],
          [t('verified'), verified ? showInstant(verified) : t('never')],
          [t('waiting'), since ? t('waitingSince', { count, when: showInstant(since) }) : String(count)],
        ]}
      />
    </Panel>
  )
}

function DeadJobs({ dead, changes }: Pick<PageData, 'dead' | 'changes'>) {
  const t = useTexts(systemTexts)
  const showInstant = useShowInstant()
  return (
    <Table label={t('failedTable')} stacked>
      <thead>
        <tr>
          <TableHead>{t('job')}</TableHead>
          <TableHead>{t('reason')}</TableHead>
          <TableHead>{t('tries')}</TableHead>
          <TableHead>{t('when')}</TableHead>
          <TableHead>
            <span className="sr-only">{t('again')}</span>
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {dead.map(({ job_id, name, reason, tries, failed_at }) => (
          <tr key={job_id}>
            <TableCell label={t('job')}>{name}</TableCell>
            <TableCell label={t('reason')} className="max-w-prose break-words">
              {reason}
            </TableCell>
            <TableCell label={t('tries')} className="figures">
              {tries}
            </TableCell>
            <TableCell label={t('when')} className="figures">
              {showInstant(failed_at)}
            </TableCell>
            <TableCell>
              {changes && (
                <form method="post">
                  <input type="hidden" name="job_id" value={job_id} />
                  <Button type="submit" variant="outline" size="sm">
                    {t('again')}
                    <span className="sr-only"> {name}</span>
                  </Button>
                </form>
              )}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Jobs({ jobs }: Pick<PageData, 'jobs'>) {
  const t = useTexts(systemTexts)
  return (
    <Table label={t('jobsTable')} stacked>
      <thead>
        <tr>
          <TableHead>{t('job')}</TableHead>
          <TableHead>{t('jobsWaiting')}</TableHead>
          <TableHead>{t('running')}</TableHead>
          <TableHead>{t('late')}</TableHead>
          <TableHead>{t('failed')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {jobs.map(({ name, waiting, running, late_seconds, dead }) => (
          <tr key={name}>
            <TableCell label={t('job')}>{name}</TableCell>
            <TableCell label={t('jobsWaiting')} className="figures">
              {waiting}
            </TableCell>
            <TableCell label={t('running')} className="figures">
              {running}
            </TableCell>
            <TableCell label={t('late')} className="figures">
              {late_seconds > 0 && t('seconds', { n: late_seconds })}
            </TableCell>
            <TableCell label={t('failed')} className="figures">
              {dead}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const secondsOf = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 1000)

function ScheduledJobs({ scheduled }: Pick<PageData, 'scheduled'>) {
  const t = useTexts(systemTexts)
  const showInstant = useShowInstant()
  return (
    <Table label={t('scheduledTable')} stacked>
      <thead>
        <tr>
          <TableHead>{t('job')}</TableHead>
          <TableHead>{t('schedule')}</TableHead>
          <TableHead>{t('lastRun')}</TableHead>
          <TableHead>{t('took')}</TableHead>
          <TableHead>{t('outcome')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {scheduled.map(({ name, cron, started_at, ended_at, failure }) => (
          <tr key={name}>
            <TableCell label={t('job')}>{name}</TableCell>
            <TableCell label={t('schedule')} className="figures">
              {cron}
            </TableCell>
            <TableCell label={t('lastRun')} className="figures">
              {started_at ? showInstant(started_at) : t('never')}
            </TableCell>
            <TableCell label={t('took')} className="figures">
              {started_at && ended_at && t('seconds', { n: secondsOf(started_at, ended_at) })}
            </TableCell>
            <TableCell label={t('outcome')} className="max-w-prose break-words">
              {started_at && (failure ?? t('ranWell'))}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Processes({ processes }: Pick<PageData, 'processes'>) {
  const t = useTexts(systemTexts)
  const showInstant = useShowInstant()
  return (
    <Table label={t('processesTable')} stacked>
      <thead>
        <tr>
          <TableHead>{t('process')}</TableHead>
          <TableHead>{t('role')}</TableHead>
          <TableHead>{t('version')}</TableHead>
          <TableHead>{t('runningSince')}</TableHead>
          <TableHead>{t('lastSign')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {processes.map(({ machine, port, role, version, commit, started_at, seen_at, gone }) => (
          <tr key={`${machine} ${port} ${started_at}`}>
            <TableCell label={t('process')}>{t('processOf', { machine, port: String(port) })}</TableCell>
            <TableCell label={t('role')}>{role}</TableCell>
            <TableCell label={t('version')} className="figures">
              {commit ? `${version} (${commit.slice(0, 8)})` : version}
            </TableCell>
            <TableCell label={t('runningSince')} className="figures">
              {showInstant(started_at)}
            </TableCell>
            <TableCell label={t('lastSign')} className="figures">
              {gone ? t('gone', { when: showInstant(seen_at) }) : showInstant(seen_at)}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
