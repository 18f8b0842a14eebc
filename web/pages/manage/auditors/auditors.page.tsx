import { sentenceOf } from '#modules/backoffice/entry.ts'
import { isProgram, programChoices, programs } from '#modules/catalogue/programs/programs.shared.ts'
import { endAuditor, fetchAuditorReads, fetchAuditors, inviteAuditor } from '#modules/identity/invitations/auditors.ts'
import { pathTo } from '#platform/path-to.ts'
import { admin, ofVisited } from '#platform/permissions.ts'
import { localize, localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useShowDate, useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { field } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { toProof } from '#web/pages/account/enter.ts'
import { idOf } from '#web/pages/course/course-place.ts'
import { auditorsTexts } from './auditors.texts.ts'

type Auditor = Awaited<ReturnType<typeof fetchAuditors.run>>['auditors'][number]
type Read = Awaited<ReturnType<typeof fetchAuditorReads.run>>['reads'][number] & { sentence: string }
type PageData = { auditors: readonly Auditor[]; chosen: Auditor | null; reads: readonly Read[] }

/** The school's auditors: invitations, their end, and a log of the records read. */
export default page({
  address: '/manage/auditors',
  title: auditorsTexts.title,
  may: ofVisited(admin),
  layout: BackOfficeLayout,
  async load({ ctx, query }): Promise<PageData> {
    const { auditors } = await fetchAuditors.run(ctx, {})
    const auditor = auditors.find(({ invitation_id }) => invitation_id === idOf(query.auditor ?? '')) ?? null
    const { reads } = auditor
      ? await fetchAuditorReads.run(ctx, { invitation_id: auditor.invitation_id })
      : { reads: [] }
    return {
      auditors,
      chosen: auditor,
      reads: reads.map((read) => ({ ...read, sentence: sentenceOf(read.action, ctx.locale) })),
    }
  },
  async submit({ ctx, url, form: { values } }) {
    if (values.invitation_id) {
      await endAuditor.run(ctx, { invitation_id: idOf(values.invitation_id) })
      return redirect(url.pathname, {
        flash: { kind: 'success', text: localText(ctx.locale, auditorsTexts, 'endedNow') },
      })
    }
    try {
      const {
        email = '',
        first_name = '',
        last_name = '',
        program_id = '',
        from_on = '',
        to_on = '',
        ends_on = '',
      } = values
      await inviteAuditor.run(ctx, { email, first_name, last_name, program_id, from_on, to_on, ends_on })
    } catch (error) {
      return toProof(error, url)
    }
    return redirect(url.pathname, { flash: { kind: 'success', text: localText(ctx.locale, auditorsTexts, 'sent') } })
  },
  view: (data, { form }) => <Auditors shown={data} form={form} />,
})

function Auditors({ shown: { auditors, chosen, reads }, form }: { shown: PageData; form: ViewInput['form'] }) {
  const t = useTexts(auditorsTexts)
  return (
    <>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      <div className="grid grid-cols-1 gap-6">
        {auditors.length === 0 ? <Empty title={t('none')}>{t('noneText')}</Empty> : <List auditors={auditors} />}
        {chosen && <Reads auditor={chosen} reads={reads} />}
        <Invite form={form} />
      </div>
    </>
  )
}

function List({ auditors }: Pick<PageData, 'auditors'>) {
  const t = useTexts(auditorsTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  const columns = ['name', 'program', 'period', 'until', 'state', 'reads', 'actions'] as const
  return (
    <Table label={t('title')} stacked>
      <thead>
        <tr>
          {columns.map((name) => (
            <TableHead key={name}>{t(name)}</TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {auditors.map(({ invitation_id: id, name, email, program_id, from_on, to_on, ends_at, state, reads }) => (
          <tr key={id}>
            <TableCell className="max-md:font-semibold">{name ? `${name} (${email})` : email}</TableCell>
            <TableCell label={t('program')}>
              {isProgram(program_id) ? localize(locale, programs[program_id]) : program_id}
            </TableCell>
            <TableCell label={t('period')}>{t('days', { from: showDate(from_on), to: showDate(to_on) })}</TableCell>
            <TableCell label={t('until')}>{showDate(new Date(Date.parse(ends_at) - 1))}</TableCell>
            <TableCell label={t('state')}>{t(state)}</TableCell>
            <TableCell label={t('reads')}>
              {reads === 0 ? (
                '0'
              ) : (
                <TextLink
                  href={pathTo('/manage/auditors', { query: { auditor: id } })}
                >{`${reads} · ${t('see')}`}</TextLink>
              )}
            </TableCell>
            <TableCell>
              {(state === 'active' || state === 'invited') && (
                <form method="post">
                  <input type="hidden" name="invitation_id" value={id} />
                  <SubmitButton variant="outline" size="sm" aria-label={`${t('end')}: ${name || email}`}>
                    {t('end')}
                  </SubmitButton>
                </form>
              )}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Reads({ auditor, reads }: { auditor: Auditor; reads: readonly Read[] }) {
  const t = useTexts(auditorsTexts)
  const showInstant = useShowInstant()
  return (
    <Panel title={t('readsOf', { name: auditor.name || auditor.email })}>
      <ul className="grid gap-2">
        {reads.map(({ at, sentence, student_course_id }) => (
          <li key={`${at} ${student_course_id}`} className="flex flex-wrap justify-between gap-x-6">
            <span>
              {sentence}
              {student_course_id !== null && ` (${t('course', { id: String(student_course_id) })})`}
            </span>
            <time dateTime={at} className="figures text-muted-foreground">
              {showInstant(at)}
            </time>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Invite({ form }: { form: ViewInput['form'] }) {
  const t = useTexts(auditorsTexts)
  const locale = useLocale()
  const options = programChoices.map(({ value, label }) => ({ value, label: localize(locale, label) }))
  return (
    <Panel title={t('invite')}>
      <p className="mb-4 max-w-reading text-muted-foreground">{t('inviteHint')}</p>
      <form method="post" className="grid max-w-2xl gap-4 sm:grid-cols-2">
        <TextField {...field(form, 'email')} type="email" label={t('email')} autoComplete="off" required />
        <SelectField {...field(form, 'program_id')} label={t('program')} options={options} placeholder required />
        <TextField {...field(form, 'first_name')} label={t('firstName')} autoComplete="off" optional />
        <TextField {...field(form, 'last_name')} label={t('lastName')} autoComplete="off" optional />
        <TextField {...field(form, 'from_on')} type="date" label={t('from')} required />
        <TextField {...field(form, 'to_on')} type="date" label={t('to')} required />
        <TextField {...field(form, 'ends_on')} type="date" label={t('endsOn')} required />
        <div className="self-end">
          <SubmitButton>{t('send')}</SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
