import { fetchProgram, type ProgramRule } from '#modules/catalogue/programs/fetch-programs.ts'
import { isProgram, programs } from '#modules/catalogue/programs/programs.shared.ts'
import { programTexts } from '#modules/catalogue/programs/programs.texts.ts'
import { leaveProgramRulesEmpty, takeBackProgramRule } from '#modules/catalogue/programs/set-rules.ts'
import { fetchProgramImpact } from '#modules/learning/versions/fetch-program-impact.ts'
import { runsProduct } from '#platform/operator.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { Badge, type Tone } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { field } from '#platform/web/form.ts'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { type Impact, ImpactList } from './impact-list.tsx'
import { Claims, Source } from './rule-sources.tsx'

type PageData = Awaited<ReturnType<typeof fetchProgram.run>> & {
  sets: boolean
  /** The courses that break later rules; null if none changes. */
  impact: Impact | null
  /** The courses that break rules set in place of the pack; null without such rules. */
  overrides: Impact | null
}

/** The rules of a program with their sources, upcoming changes until a day, and the courses that follow it. */
export default page({
  address: '/manage/programs/:program_id{[a-z0-9-]+}',
  title: ({ program }: PageData, locale) =>
    isProgram(program.program_id) ? localize(locale, programs[program.program_id]) : program.name,
  may: fetchProgram.may,
  layout: BackOfficeLayout,
  async load({ ctx, params: { program_id }, query: { on } }): Promise<PageData> {
    const program = await fetchProgram.run(ctx, { program_id, ...(on && /^\d{4}-\d\d-\d\d$/.test(on) && { on }) })
    return {
      ...program,
      sets: runsProduct(ctx) && ctx.actor.kind === 'user' && ctx.actor.role === 'Admin',
      impact: program.changes.length > 0 ? await fetchProgramImpact.run(ctx, { program_id, on: program.on }) : null,
      overrides: program.rules.some(({ set }) => set)
        ? await fetchProgramImpact.run(ctx, { program_id, on: program.on, against: 'pack' })
        : null,
    }
  },
  async submit({ ctx, params: { program_id }, url, form: { values } }) {
    const { reason = '', program_rule_id } = values
    const { message = '' } = program_rule_id
      ? await takeBackProgramRule.run(ctx, { program_rule_id: Number(program_rule_id), reason })
      : await leaveProgramRulesEmpty.run(ctx, { program_id, reason })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <ProgramView {...data} input={input} />,
})

function ProgramView({
  program,
  rules,
  courses,
  changes,
  change_days,
  on,
  sets,
  impact,
  overrides,
  input,
}: PageData & { input: ViewInput }) {
  const t = useTexts(programTexts)
  const { frame, form, locale } = input
  const open = rules.filter(({ compared, state }) => compared && state === 'open')
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/programs'))} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle>
        {isProgram(program.program_id) ? localize(locale, programs[program.program_id]) : program.name}
      </PageTitle>
      <FormAlert message={form.message} />
      <Origin program={program} />
      <Disagreements rules={rules} />
      {open.length > 0 && <OpenRules count={open.length} sets={sets} form={form} />}
      <ChangeDays days={change_days} program_id={program.program_id} frame={frame} />
      <form className="mb-4 flex flex-wrap items-end gap-3">
        <TextField name="on" type="date" label={t('onDay')} defaultValue={on} />
        <Button type="submit" variant="outline">
          {t('show')}
        </Button>
      </form>
      <Changes changes={changes} />
      {impact && <ImpactList impact={impact} title={t('impact')} none={t('impactNone')} frame={frame} />}
      <Overrides rules={rules} impact={overrides} frame={frame} />
      <Rules
        title={t('valued')}
        lead={t('valuedLead')}
        rules={rules.filter(({ compared }) => compared)}
        sets={sets}
        program_id={program.program_id}
        frame={frame}
      />
      <Rules
        title={t('toRead')}
        rules={rules.filter(({ compared }) => !compared)}
        sets={sets}
        program_id={program.program_id}
        frame={frame}
      />
      <h2 className="mt-6 mb-2 text-lg font-semibold">{t('courses')}</h2>
      {courses.length === 0 ? (
        <p className="text-muted-foreground">{t('noCourses')}</p>
      ) : (
        <ul className="grid gap-1">
          {courses.map(({ course_id, name, organization_name, published }) => (
            <li key={course_id}>
              <TextLink href={withCarriedParams(frame, pathTo('/manage/courses/:course_id', { course_id }))}>
                {name}
              </TextLink>{' '}
              · {organization_name}
              {!published && ` · ${t('draft')}`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The agency of the program, and the source of its rules. */
function Origin({ program }: Pick<PageData, 'program'>) {
  const t = useTexts(programTexts)
  const showDate = useShowDate()
  return (
    <Card className="mb-4">
      <Facts
        facts={[
          [
            t('authority'),
            <span key="authority" lang="en">
              {program.authority}
            </span>,
          ],
          [t('source'), <Source key="source" citation={program.citation} url={program.url} />],
          [t('readOn'), showDate(program.read)],
        ]}
      />
      {program.note && (
        <p className="mt-2 max-w-reading text-muted-foreground" lang="en">
          {program.note}
        </p>
      )}
    </Card>
  )
}

/** Names the rules on which sources disagree and that the operator has not decided. */
function Disagreements({ rules }: { rules: readonly ProgramRule[] }) {
  const t = useTexts(programTexts)
  const undecided = rules.filter(({ pack, set }) => pack && pack.claims.length > 0 && !set)
  if (undecided.length === 0) return null
  return (
    <Alert variant="attention" className="mb-4">
      {t('disagreeLead', { rules: undecided.map(({ label }) => label).join(', ') })}
    </Alert>
  )
}

/** States that rules are not confirmed; the operator may leave them empty. */
function OpenRules({ count, sets, form }: { count: number; sets: boolean; form: ViewInput['form'] }) {
  const t = useTexts(programTexts)
  return (
    <Alert variant="attention" className="mb-4">
      <p>{t('leaveEmptyLead', { n: count })}</p>
      {sets && (
        <form method="post" className="mt-3 flex flex-wrap items-end gap-3">
          <TextField
            {...field(form, 'reason')}
            label={t('reason')}
            required
            maxLength={1000}
            className="min-w-64 flex-1"
          />
          <Button type="submit" variant="outline">
            {t('leaveEmpty')}
          </Button>
        </form>
      )}
    </Alert>
  )
}

/** The later days on which rules change, each a link to the changes until then. */
function ChangeDays({ days, program_id, frame }: { days: readonly string[]; program_id: string; frame: Frame }) {
  const t = useTexts(programTexts)
  const showDate = useShowDate()
  if (days.length === 0) return null
  return (
    <Alert variant="attention" className="mb-4">
      <p>{t('upcoming')}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {days.map((day) => (
          <li key={day}>
            <TextLink
              href={withCarriedParams(
                frame,
                pathTo('/manage/programs/:program_id', { program_id }, { query: { on: day } }),
              )}
              alone
            >
              {showDate(day)}
            </TextLink>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Changes({ changes }: Pick<PageData, 'changes'>) {
  const t = useTexts(programTexts)
  if (changes.length === 0) return null
  return (
    <Card className="mb-4">
      <h2 className="mb-2 text-lg font-semibold">{t('changes')}</h2>
      <Table label={t('changes')} stacked>
        <thead>
          <tr>
            <TableHead>{t('rule')}</TableHead>
            <TableHead>{t('today')}</TableHead>
            <TableHead>{t('onThatDay')}</TableHead>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ rule, label, today, on_day }) => (
            <tr key={rule}>
              <TableCell>{label}</TableCell>
              <TableCell label={t('today')}>{today || t('nothing')}</TableCell>
              <TableCell label={t('onThatDay')}>{on_day || t('nothing')}</TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

/** The rules that were set in place of the pack, and the published courses that break them. */
function Overrides({ rules, impact, frame }: Pick<PageData, 'rules'> & { impact: Impact | null; frame: Frame }) {
  const t = useTexts(programTexts)
  // A rule that was left empty and that the pack doesn't have either changes nothing.
  const setRules = rules.filter(({ set, pack, words }) => set && (words || pack) && words !== pack?.words)
  if (!impact || setRules.length === 0) return null
  return (
    <>
      <Card className="mb-4">
        <h2 className="mb-2 text-lg font-semibold">{t('overrides')}</h2>
        <p className="mb-2 max-w-reading text-muted-foreground">{t('overridesLead')}</p>
        <Table label={t('overrides')} stacked>
          <thead>
            <tr>
              <TableHead>{t('rule')}</TableHead>
              <TableHead>{t('inPack')}</TableHead>
              <TableHead>{t('setHere')}</TableHead>
            </tr>
          </thead>
          <tbody>
            {setRules.map(({ rule, label, words, pack }) => (
              <tr key={rule}>
                <TableCell>{label}</TableCell>
                <TableCell label={t('inPack')}>
                  {pack ? pack.words || <span lang="en">{pack.text}</span> : t('nothing')}
                </TableCell>
                <TableCell label={t('setHere')}>{words || t('nothing')}</TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
      <ImpactList impact={impact} title={t('overridesImpact')} none={t('overridesNone')} frame={frame} />
    </>
  )
}

const tones = { set: 'green', none: 'gray', V: 'green', S: 'yellow', open: 'orange' } as const satisfies Record<
  ProgramRule['state'],
  Tone
>
const stateTexts = { set: 'stateSet', none: 'stateNone', V: 'stateV', S: 'stateS', open: 'stateOpen' } as const

type RulesProps = {
  title: string
  lead?: string
  rules: readonly ProgramRule[]
  sets: boolean
  program_id: string
  frame: Frame
}

function Rules({ title, lead, rules, sets, program_id, frame }: RulesProps) {
  const t = useTexts(programTexts)
  if (rules.length === 0) return null
  return (
    <section className="mb-6">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      {lead && <p className="mb-2 max-w-reading text-muted-foreground">{lead}</p>}
      <ul className="divide-y rounded-lg border bg-card">
        {rules.map((rule) => (
          <li key={rule.rule} className="grid gap-x-6 gap-y-1 p-4 md:grid-cols-[16rem_minmax(0,1fr)_auto]">
            <div>
              <h3 className="font-semibold">{rule.label}</h3>
              <Badge tone={tones[rule.state]}>{t(stateTexts[rule.state])}</Badge>
              {rule.pack && rule.pack.claims.length > 0 && <Badge tone="orange">{t('disagree')}</Badge>}
            </div>
            <Value rule={rule} />
            {sets && rule.settable && (
              <TextLink
                href={withCarriedParams(
                  frame,
                  pathTo('/manage/programs/:program_id/rule/:rule', { program_id, rule: rule.rule }),
                )}
                alone
              >
                {t('changeOf', { rule: rule.label })}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Value({ rule: { words, pack, set, state } }: { rule: ProgramRule }) {
  const t = useTexts(programTexts)
  const showDate = useShowDate()
  return (
    <div className="min-w-0 wrap-anywhere">
      {words && <p className="font-semibold">{words}</p>}
      {set && (
        <p>
          {t('setBy', { day: showDate(set.created_at), reason: set.reason })}
          {set.valid_to && ` · ${t('validTo', { day: showDate(set.valid_to) })}`}
        </p>
      )}
      {pack && (
        <p lang="en" className={set ? 'text-muted-foreground' : undefined}>
          {pack.mark === '?' ? t('claim', { words: pack.text }) : pack.text}
        </p>
      )}
      {pack && <Claims claims={pack.claims} />}
      {pack?.note && (
        <p lang="en" className="text-sm text-muted-foreground">
          {pack.note}
        </p>
      )}
      {pack?.citation && (
        <p className="text-sm text-muted-foreground">
          <Source citation={set?.citation ?? pack.citation} url={set?.url ?? pack.url} /> ·{' '}
          {t('checked', { day: showDate(pack.checked) })}
          {pack.as_of && ` · ${t('asOf', { day: pack.as_of.length === 10 ? showDate(pack.as_of) : pack.as_of })}`}
        </p>
      )}
      {!pack && !set && state === 'open' && <p className="text-muted-foreground">—</p>}
    </div>
  )
}
