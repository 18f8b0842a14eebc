import { fetchProgram, type ProgramRule } from '#modules/catalogue/programs/fetch-programs.ts'
import { programTexts } from '#modules/catalogue/programs/programs.texts.ts'
import { isRuleKey, type RuleKey, settableKind } from '#modules/catalogue/programs/rules.shared.ts'
import { setProgramRule, takeBackProgramRule } from '#modules/catalogue/programs/set-rules.ts'
import { pathTo } from '#platform/path-to.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { field, type SentForm } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { RuleFields } from './rule-fields.tsx'
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

/** The value in the form; null for a rule that can't be set, which the operation refuses. */
function valueIn(rule: RuleKey, form: SentForm) {
  const kind = settableKind(rule)
  return kind && ruleValueOf(kind, form)
}

function RuleForm({ program_id, rule, input: { form, frame } }: PageData & { input: ViewInput }) {
  const t = useTexts(programTexts)
  const showDate = useShowDate()
  const kind = isRuleKey(rule.rule) ? settableKind(rule.rule) : null
  const value = rule.value ?? rule.pack?.value ?? (rule.pack && { text: rule.pack.text, kinds: rule.pack.kinds })
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
          <div>
            <BusySubmit label={t('save')} busyLabel={t('save')} />
          </div>
        </form>
      </Card>
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
