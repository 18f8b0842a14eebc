import { assignKeys } from '#modules/checkout/keys/assign-keys.ts'
import { fetchKeyChoices, type KeyChoices, pickKeys } from '#modules/checkout/keys/fetch-choices.ts'
import { fetchKey } from '#modules/checkout/keys/fetch-key.ts'
import { AssignFields } from '#modules/checkout/keys/key-fields.shared.tsx'
import { parseBatch } from '#modules/checkout/keys/key-form.shared.ts'
import { keysPath } from '#modules/checkout/keys/key-paths.shared.ts'
import { keyTexts } from '#modules/checkout/keys/keys.texts.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { failedBy, KeysForm } from './authorization-keys-form.tsx'

type Key = Pick<Awaited<ReturnType<typeof fetchKey.run>>['key'], 'authorization_code' | 'course_name' | 'name'>
type Choices = KeyChoices & { key: Key | null }

/** One key (`?key=17`), or a number of those created together. */
export default page({
  address: '/manage/authorizationKeys/assign',
  title: keyTexts.assign,
  may: assignKeys.may,
  layout: BackOfficeLayout,
  async load({ ctx, query }): Promise<Choices> {
    const [key, choices] = await Promise.all([
      query.key ? fetchKey.run(ctx, { authorization_key_id: query.key }).then((result) => result.key) : null,
      fetchKeyChoices.run(ctx, {}),
    ])
    return { ...choices, key }
  },
  async submit({ ctx, query, form: { values } }) {
    try {
      const keyIds = query.key ? [query.key] : (await pickKeys.run(ctx, parseBatch(values))).keyIds
      const { message = '' } = await assignKeys.run(ctx, { organization_id: values.organization_id, keyIds })
      return redirect(keysPath, { flash: { kind: 'success', text: message } })
    } catch (error) {
      return failedBy(ctx, error, 'assignFailed')
    }
  },
  view: (choices, { form }) => <Assign choices={choices} form={form} />,
})

function Assign({ choices: { key, active, offers }, form }: { choices: Choices; form: FormState }) {
  const t = useTexts(keyTexts)
  if (!key && active.length === 0) {
    return (
      <>
        <PageTitle>{t('assign')}</PageTitle>
        <Empty title={t('noKeys')} />
      </>
    )
  }
  const { authorization_code: code = '', course_name: course = '', name: organization = '' } = key ?? {}
  return (
    <KeysForm title={t('assign')} lead={t('assignLead')} form={form} submit={t('assign')} busy={t('assigning')}>
      {key && <p>{t('chosenKey', { code, course, organization })}</p>}
      <AssignFields active={key ? null : active} offers={offers} of={(name, initial) => field(form, name, initial)} />
    </KeysForm>
  )
}
