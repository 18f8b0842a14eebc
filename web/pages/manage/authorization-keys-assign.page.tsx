import {
  type ActiveKeys,
  assignKeys,
  fetchKey,
  listActiveKeys,
  listOfferChoices,
  pickActiveKeys,
} from '../../../modules/checkout/index.ts'
import { keyTexts } from '../../../modules/checkout/keys/keys.texts.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { staff } from '../../../platform/permissions.ts'
import { type Option, SelectField, TextField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { EmptyState, PageTitle } from '../../../platform/ui/parts.tsx'
import { type FormState, field } from '../../../platform/web/form.ts'
import { redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'
import { failedBy, KeysForm, organizationsOf } from './authorization-keys-form.tsx'

type Key = Pick<Awaited<ReturnType<typeof fetchKey.run>>['key'], 'authorization_code' | 'course_name' | 'name'>
type Choices = { key: Key | null; active: ActiveKeys[]; organizations: Option[] }

/** One key (`?key=17`), or as many as are wanted of those that were made together. */
export default page({
  address: '/manage/authorizationKeys/assign',
  title: keyTexts.assign,
  may: staff('MANAGE_AUTHORIZATION_KEYS:UPDATE'),
  layout: BackOfficeLayout,
  async load({ ctx, query }): Promise<Choices> {
    const [key, active, offers] = await Promise.all([
      query.key ? fetchKey.run(ctx, { authorization_key_id: query.key }).then((found) => found.key) : null,
      query.key ? [] : listActiveKeys(ctx),
      listOfferChoices(ctx),
    ])
    return { key, active, organizations: organizationsOf(offers) }
  },
  async submit({ ctx, query, form: { values } }) {
    try {
      const keyIds = query.key ? [query.key] : await pickKeys(ctx, values)
      const { message = '' } = await assignKeys.run(ctx, { organization_id: values.organization_id, keyIds })
      return redirect('/manage/authorizationKeys', { flash: { kind: 'success', text: message } })
    } catch (error) {
      return failedBy(ctx, error, 'assignFailed')
    }
  },
  view: (choices, { form }) => <Assign choices={choices} form={form} />,
})

/** `keys` names a batch and who holds it: '12.4'. */
function pickKeys(ctx: Ctx, { keys = '', count }: Readonly<Record<string, string>>): Promise<number[]> {
  const [authorization_key_batch_id = 0, organization_id = 0] = keys.split('.').map((id) => Number(id) || 0)
  return pickActiveKeys(ctx, { authorization_key_batch_id, organization_id }, Number(count))
}

function Assign({ choices: { key, active, organizations }, form }: { choices: Choices; form: FormState }) {
  const t = useTexts(keyTexts)
  if (!key && active.length === 0) {
    return (
      <>
        <PageTitle>{t('assign')}</PageTitle>
        <EmptyState title={t('noKeys')} />
      </>
    )
  }
  const { authorization_code: code = '', course_name: course = '', name: organization = '' } = key ?? {}
  return (
    <KeysForm title={t('assign')} lead={t('assignLead')} form={form} submit={t('assign')} busy={t('assigning')}>
      {key ? <p>{t('chosenKey', { code, course, organization })}</p> : <WhichKeys active={active} form={form} />}
      <SelectField
        {...field(form, 'organization_id')}
        label={t('to')}
        hint={t('holderHint')}
        options={organizations}
        placeholder
        required
      />
    </KeysForm>
  )
}

function WhichKeys({ active, form }: { active: readonly ActiveKeys[]; form: FormState }) {
  const t = useTexts(keyTexts)
  const options = active.map(({ authorization_key_batch_id: batch, organization_id, course_name, name, count }) => ({
    value: `${batch}.${organization_id}`,
    label: t('batchChoice', { course: course_name, organization: name, count, batch }),
  }))
  return (
    <>
      <SelectField {...field(form, 'keys')} label={t('whichBatch')} options={options} placeholder required />
      <TextField
        {...field(form, 'count', '1')}
        type="number"
        min={1}
        max={1000}
        label={t('count')}
        className="sm:max-w-40"
        required
      />
    </>
  )
}
