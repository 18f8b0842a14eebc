import { settableSchema, valueInWords } from '#modules/catalogue/entry.ts'
import { fetchProgram, type ProgramRule, todayOf } from '#modules/catalogue/programs/fetch-programs.ts'
import { programTexts } from '#modules/catalogue/programs/programs.texts.ts'
import { isRuleKey, type RuleKey, settableKind } from '#modules/catalogue/programs/rules.shared.ts'
import { setProgramRule, takeBackProgramRule } from '#modules/catalogue/programs/set-rules.ts'
import { previewProgramRule } from '#modules/learning/versions/fetch-program-impact.ts'
import type { Ctx } from '#platform/ctx.ts'
import { runsProduct } from '#platform/operator.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field, invalid, redisplayForm, type SentForm } from '#platform/web/form.ts'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { ImpactList } from './impact-list.tsx'
import { RuleFields } from './rule-fields.tsx'
import { Claims } from './rule-sources.tsx'
import { ruleValueOf } from './rule-value-of.ts'

type PageData = { program_id: string; rule: ProgramRule }

/** Sets the value of a program's rule, or resets it. */
export default page({
  address: '/manage/programs/:program_id{[a-z0-9-]+}/rule/:rule{[a-z_.]+}',
  title: programTexts.change,
  may: setProgramRule.may,
  layout: BackOfficeLayout,
  async load({ ctx, params: { program_id, rule: key } }): Promise<PageData | PageRedirect> {
    const { rules } = await fetchProgram.run(ctx, { program_id })
    const rule = rules.find((rule) => rule.rule === key && rule.settable)
    return rule ? { program_id, rule } : notFound()
  },
  async submit({ ctx, params: { program_id, rule }, form }) {
    if (!isRuleKey(rule)) return notFound()
    const { values } = form
    const { reason = '' } = values
    if (values.action === 'preview') return previewOf(ctx, program_id, rule, form)
    const { message = '' } = values.program_rule_id
      ? await takeBackProgramRule.run(ctx, { program_rule_id: Number(values.program_rule_id), reason })
      : await setProgramRule.run(ctx, {
          program_id,
          rule,
          value: values.none === '1' ? null : valueIn(rule, form),
          ...(values.valid_from && { valid_from: values.valid_from }),
          valid_to: values.valid_to || null,
          citation: values.citation || null,
          url: values.url || null,
          reason,
        })
    return redirect(pathTo('/manage/programs/:program_id', { program_id }), {
      flash: { kind: 'success', text: message },
    })
  },
  view: (data, input) => <RuleForm {...data} input={input} />,
})

/** What the page shows of a change before it is saved. */
type Preview = { day: string; before: string; after: string; impact: Awaited<ReturnType<typeof previewProgramRule>> }
const isPreview = (answer: FormState['answer']): answer is { preview: Preview } => 'preview' in answer

/** Shows the form again with the rule before and after the change, and the courses that would break it. */
async function previewOf(ctx: Ctx, program_id: string, rule: RuleKey, form: SentForm) {
  if (!runsProduct(ctx)) return notFound()
  const { valid_from, valid_to, none, citation, reason } = form.values
  const value = none === '1' ? null : valueIn(rule, form)
  if (value !== null && !settableSchema(rule)?.safeParse(value).success) {
    return invalid({ value: localize(ctx.locale, programTexts.valueWrong) })
  }
  const day = valid_from || todayOf(ctx)
  const { rules } = await fetchProgram.run(ctx, { program_id, on: day })
  const current = rules.find((entry) => entry.rule === rule)
  const preview: Preview = {
    day,
    before: current?.words || current?.pack?.text || '',
    after: value === null ? '' : valueInWords(ctx.locale, rule, value),
    impact: await previewProgramRule(ctx, {
      program_id,
      rule,
      value,
      valid_from: day,
      valid_to: valid_to || null,
      citation: citation || reason || localize(ctx.locale, programTexts.unsaved),
    }),
  }
  return redisplayForm({ preview })
}

/** The value in the form; null for a rule that can't be set, which the operation refuses. */
function valueIn(rule: RuleKey, form: SentForm) {
  const kind = settableKind(rule)
  return kind && ruleValueOf(kind, form)
}

function RuleForm({ program_id, rule, input: { form, frame } }: PageData & { input: ViewInput }) {
  const t = useTexts(programTexts)
  const showDate = useShowDate()
  const kind = isRuleKey(rule.rule) ? settableKind(rule.rule) : null
  const statement = rule.pack && { text: rule.pack.text, kinds: rule.pack.kinds }
  const value = rule.value ?? rule.pack?.value ?? (kind?.kind === 'statement' ? statement : null)
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/programs/:program_id', { program_id }))} alone>
          ‹ {t('program')}
        </TextLink>
      </p>
      <PageTitle>{rule.label}</PageTitle>
      <FormAlert message={form.message} />
      {rule.pack && (
        <p className="mb-4 max-w-reading text-muted-foreground">
          {t('formerly', { words: rule.pack.text })}
          {rule.pack.citation && ` (${rule.pack.citation})`}
        </p>
      )}
      {rule.pack && (
        <div className="mb-4 max-w-2xl">
          <Claims claims={rule.pack.claims} />
        </div>
      )}
      <Card className="max-w-2xl">
        <form method="post" className="grid gap-4">
          {kind && <RuleFields kind={kind} value={value} form={form} label={rule.label} />}
          <Checkbox
            name="none"
            value="1"
            label={t('noRule')}
            defaultChecked={'reason' in form.values ? form.values.none === '1' : rule.state === 'none'}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...field(form, 'valid_from')} type="date" label={t('from')} optional />
            <TextField {...field(form, 'valid_to')} type="date" label={t('to')} optional />
          </div>
          <TextField {...field(form, 'citation')} label={t('citation')} maxLength={500} optional />
          <TextField {...field(form, 'url')} type="url" label={t('url')} maxLength={1000} optional />
          <TextField {...field(form, 'reason')} label={t('reason')} maxLength={1000} required />
          <div className="flex flex-wrap gap-3">
            <BusySubmit label={t('save')} busyLabel={t('save')} />
            <Button type="submit" name="action" value="preview" variant="outline" formNoValidate>
              {t('preview')}
            </Button>
          </div>
        </form>
      </Card>
      {isPreview(form.answer) && <PreviewCard preview={form.answer.preview} label={rule.label} frame={frame} />}
      {rule.set && (
        <Card className="mt-4 max-w-2xl">
          <p className="mb-3">{t('setBy', { day: showDate(rule.set.created_at), reason: rule.set.reason })}</p>
          <form method="post" className="flex flex-wrap items-end gap-3">
            <input type="hidden" name="program_rule_id" value={rule.set.program_rule_id} />
            <TextField name="reason" label={t('reason')} required maxLength={1000} className="min-w-64 flex-1" />
            <Button type="submit" variant="outline">
              {t('takeBack')}
            </Button>
          </form>
        </Card>
      )}
    </>
  )
}

/** The rule before and after a change that is not saved, and the published courses that would break it. */
function PreviewCard({ preview, label, frame }: { preview: Preview; label: string; frame: Frame }) {
  const t = useTexts(programTexts)
  const showDate = useShowDate()
  const { day, before, after, impact } = preview
  return (
    <section className="mt-4 max-w-2xl" aria-label={t('previewTitle', { day: showDate(day) })}>
      <Card className="mb-4">
        <h2 className="mb-2 text-lg font-semibold">{t('previewTitle', { day: showDate(day) })}</h2>
        <p className="mb-2 text-muted-foreground">{t('previewLead')}</p>
        <Facts
          facts={[
            [t('rule'), label],
            [t('formerRule'), before || t('nothing')],
            [t('newRule'), after || t('nothing')],
          ]}
        />
      </Card>
      <ImpactList
        impact={impact}
        title={t('previewImpact')}
        none={impact.compared === 0 ? t('previewNone') : t('previewMet', { n: impact.compared })}
        frame={frame}
      />
    </section>
  )
}
