import {
  brandedDesign,
  type CourseVersion,
  findCertificateFacts,
  selectCertificateTemplate,
  selectCourseVersion,
  type TemplateVersion,
} from '#modules/catalogue/index.ts'
import { localeOf } from '#modules/identity/index.ts'
import { lk_suffix } from '#modules/identity/lookups.shared.ts'
import { hoursOf } from '#modules/learning/reporting/build-record.ts'
import { completionRules } from '#modules/learning/reporting/duties.ts'
import { instructionTime } from '#modules/learning/reporting/instruction-time.ts'
import { registeredFacts } from '#modules/learning/reporting/registered-facts.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { productLocale } from '#platform/texts.ts'
import { addMonths, dayIn } from '#platform/zone.ts'
import { printedCode } from './check-code.ts'
import type { CertificateModel } from './render/index.ts'
import type { Reservation } from './reserve-certificate.ts'

type PersonRow = {
  first_name: string
  middle_name: string
  last_name: string
  lk_suffix_id: number | null
  dob: string | null
}

async function selectHolder(ctx: Ctx, user_id: number): Promise<PersonRow> {
  const [row] = await ctx.sql<PersonRow>`
    select p.first_name, p.middle_name, p.last_name, p.lk_suffix_id, p.dob from identity.v_person p
    where p.user_id = ${user_id}`
  if (!row) throw errors.notFound()
  return row
}

const fullName = (person: PersonRow): string =>
  [person.first_name, person.middle_name, person.last_name, label(lk_suffix, person.lk_suffix_id, 'en-us')]
    .filter(Boolean)
    .join(' ')

/** Everything shown on a certificate, in the language of its course. The context is the tenant's. */
export async function certificateModel(ctx: Ctx, reservation: Reservation): Promise<CertificateModel> {
  const course = await selectStudentCourse(ctx, reservation.student_course_id)
  const [version, person, registered, { required_seconds }, rules] = await Promise.all([
    selectCourseVersion(ctx, course.course_version_id),
    selectHolder(ctx, course.user_id),
    registeredFacts(ctx, course, 'certificate'),
    instructionTime(ctx, course),
    completionRules(ctx, course),
  ])
  const language = productLocale(localeOf(version.lk_language_id))
  const [template, certificateData] = await Promise.all([
    templateOf(ctx, version),
    findCertificateFacts(ctx, ctx.organization.organization_id, language),
  ])
  if (!certificateData) throw errors.notFound()
  const { certificate_template_id, version: template_version, background_key, ...names } = template
  const { organization, facts, signer } = certificateData
  const design = brandedDesign(template, organization.brand_color)
  const name = (language === 'es-es' && names.name_es) || names.name
  const { certificate_number, check_code, reserved_at } = reservation
  const completed_at = course.passed_at ?? reserved_at
  const months = rules?.valueOf('certificate.validity_months')
  return {
    template: { id: certificate_template_id, version: template_version, name, design, background_key },
    certificate_number,
    check_code: printedCode(check_code),
    // The installation's domain, because an organization's own domain may expire and get another owner.
    check_url: ctx.use(siteUrlPort)(
      organization.code,
      pathTo('/certificate/check/:code', { code: check_code }),
      'installation',
    ),
    student_name: fullName(person),
    dob: person.dob ?? registered.stated_dob,
    driver_license: registered.driver_license,
    course_name: version.name,
    organization_name: organization.name,
    issued_at: reserved_at.toISOString(),
    completed_at: completed_at.toISOString(),
    ...(months && { valid_until: addMonths(dayIn(organization.time_zone, completed_at), months) }),
    hours: hoursOf(required_seconds),
    bottomLeftText: version.certificate_configuration?.bottomLeftText ?? '',
    language,
    facts,
    signer,
    time_zone: organization.time_zone,
  }
}

async function templateOf(ctx: Ctx, version: CourseVersion): Promise<TemplateVersion> {
  const { certificate_template_id, course_version_id } = version
  if (certificate_template_id === null)
    throw new Error(`course version ${course_version_id} has no certificate template`)
  return selectCertificateTemplate(ctx, certificate_template_id)
}
