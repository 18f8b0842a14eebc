import { listAssignees } from '#modules/support/entry.ts'
import { fetchSupportSettings } from '#modules/support/settings/fetch-support-settings.ts'
import { saveSupportSettings } from '#modules/support/settings/save-support-settings.ts'
import { supportSettingsTexts } from '#modules/support/settings/support-settings.texts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { localize, localText } from '#platform/texts.ts'
import { invalid } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { supportDraftOf } from './support-draft.ts'
import { SupportForm, type SupportFormData } from './support-form.tsx'

const pagePath = pathTo('/manage/settings/support')

/** How the visited organization and its sub-organizations get support. */
export default page({
  address: '/manage/settings/support',
  title: supportSettingsTexts.title,
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  layout: BackOfficeLayout,
  load: ({ ctx }) => load(ctx),
  async submit({ ctx, form }) {
    try {
      const configuration = supportDraftOf(form)
      const version = form.values.version || null
      const { message = '' } = await saveSupportSettings.run(ctx, { configuration, version })
      return redirect(pagePath, { flash: { kind: 'success', text: message } })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const message = localize(ctx.locale, error.kind.text, error.params)
      const errors = Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
      return invalid(errors, localText(ctx.locale, supportSettingsTexts, 'failed', { message }))
    }
  },
  view: (data, { form }) => <SupportForm data={data} form={form} />,
})

const maxShown = 200

async function load(ctx: Ctx): Promise<SupportFormData> {
  const { settings } = await fetchSupportSettings.run(ctx, {})
  const { organization_id } = ctx.organization
  const assignee = settings.configuration.defaultAssignee
  const [people, inherited] = await Promise.all([
    listAssignees(ctx, organization_id, '', undefined, maxShown),
    nameOf(ctx, settings.inherited.defaultAssignee),
  ])
  const assignees = people.map((person) => ({ value: person.user_id, label: displayName(person) }))
  // Keeps showing an assignee who no longer works on tickets, so that saving the form changes nothing.
  if (assignee && !assignees.some(({ value }) => value === assignee))
    assignees.push({ value: assignee, label: `#${assignee}` })
  return { ...settings, assignees, inheritedAssignee: inherited }
}

type Person = { first_name: string; last_name: string; email: string }
const displayName = ({ first_name, last_name, email }: Person) => `${first_name} ${last_name}`.trim() || email

async function nameOf(ctx: Ctx, user_id: number | null): Promise<string | null> {
  if (user_id === null) return null
  const [person] = await listAssignees(ctx, ctx.organization.organization_id, '', user_id)
  return person ? displayName(person) : null
}
