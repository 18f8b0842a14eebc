import { personalDataWords } from '#modules/backoffice/people/personal-data.texts.ts'
import { erasePerson, exportPersonalData, listHeldRecords } from '#modules/backoffice/people/personal-data.ts'
import { canManagePerson, requireFreshProof, selectManaged } from '#modules/identity/index.ts'
import { pathTo } from '#platform/path-to.ts'
import { admin, staff } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { toProof } from '#web/pages/account/enter.ts'
import { idOf } from '#web/pages/course/course-place.ts'

/** Downloads or erases a student's data. */
export default page({
  address: '/manage/personal-data/:user_id{[0-9]+}',
  title: personalDataWords.title,
  may: staff('MANAGE_STUDENTS:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, params }) {
    const { user_id } = await selectManaged(ctx, idOf(params.user_id), 'READ')
    const erases = await canManagePerson(ctx, user_id, 'DELETE')
    return {
      user_id,
      downloads: admin.gate(ctx.actor),
      erases,
      held: erases ? await listHeldRecords(ctx, user_id) : [],
    }
  },
  async submit({ ctx, params, url, form: { values } }) {
    const input = { user_id: idOf(params.user_id), reason: values.reason ?? '' }
    try {
      if (values.action === 'download') {
        await requireFreshProof(ctx)
        return redirect(`/api${exportPersonalData.path}?user_id=${input.user_id}`)
      }
      await erasePerson.run(ctx, input)
    } catch (error) {
      return toProof(error, url)
    }
    const text = localText(ctx.locale, personalDataWords, 'erased')
    return redirect(pathTo('/manage/students'), { flash: { kind: 'success', text } })
  },
  view: (data, input) => <PersonalData {...data} input={input} />,
})

type HeldRecords = Awaited<ReturnType<typeof listHeldRecords>>
type Props = { user_id: number; downloads: boolean; erases: boolean; held: HeldRecords; input: ViewInput }

function PersonalData({ user_id, downloads, erases, held, input: { form, frame } }: Props) {
  const t = useTexts(personalDataWords)
  const account = pathTo('/manage/student/:id/account', { id: user_id })
  return (
    <div className="max-w-2xl">
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, account)} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      <div className="grid gap-5">
        <Card>
          {downloads ? (
            <form method="post">
              <SubmitButton name="action" value="download">
                {t('download')}
              </SubmitButton>
            </form>
          ) : (
            <p>{t('adminsDownload')}</p>
          )}
        </Card>
        {erases && (
          <Card className="grid gap-4">
            <h2 className="text-lg font-semibold">{t('eraseTitle')}</h2>
            <p>{t('eraseLead')}</p>
            <p className="text-muted-foreground">{t('eraseKept')}</p>
            <HeldList held={held} />
            <form method="post" className="grid gap-4">
              <TextareaField {...field(form, 'reason')} label={t('reason')} maxLength={2_000} required />
              <div>
                <BusySubmit label={t('erase')} busyLabel={t('erasing')} />
              </div>
            </form>
          </Card>
        )}
      </div>
    </div>
  )
}

/** The courses whose program keeps records after an erasure, with the rule. */
function HeldList({ held }: { held: HeldRecords }) {
  const t = useTexts(personalDataWords)
  const showDate = useShowDate()
  if (held.length === 0) return null
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">{t('heldTitle')}</h3>
      <p className="text-muted-foreground">{t('heldLead')}</p>
      <ul className="list-disc pl-5">
        {held.flatMap(({ student_course_id, course_name: course, records_until, identity_until, source }) => [
          records_until && (
            <li key={`${student_course_id} records`}>
              {t('heldRecords', { course, day: showDate(records_until), source })}
            </li>
          ),
          identity_until && (
            <li key={`${student_course_id} identity`}>
              {t('heldIdentity', { course, day: showDate(identity_until), source })}
            </li>
          ),
        ])}
      </ul>
    </section>
  )
}
