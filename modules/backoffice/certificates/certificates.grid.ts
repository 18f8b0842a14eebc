import { lk_shipping_type, shippingType } from '#modules/catalogue/lookups.shared.ts'
import {
  findCertificates,
  markShipped,
  shipCertificates,
  studentNames,
  toggleCertificate,
} from '#modules/learning/index.ts'
import type { Sql } from '#platform/db/sql.ts'
import { sqlPath } from '#platform/db/sql-path.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import type { InScope } from '#platform/grid/grid-source.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import type { Lookup } from '#platform/lookups.ts'
import { staff } from '#platform/permissions.ts'
import { certificateListTexts as words } from './certificates.texts.ts'

const byMail = [shippingType.Mail, shippingType.MailOvernight]
const electronic = [shippingType.EmailAndDownload, shippingType.Download]
const chargedBack = { 1: words.charged_back } as const satisfies Lookup
const page = (part: string) =>
  rowPath('/manage/certificates/:certificateId/edit', { certificateId: '{key}' }, { hash: part })

/** GET /certificate/fetch: the latest version of each certificate, newest first; withdrawn ones are among them. */
export const certificates = defineGrid({
  calls: { fetch: 'GET /certificate/fetch', export: 'GET /certificate/export' },
  rows: 'certificates',
  file: 'CertificateData.xlsx',
  title: words.title,
  empty: words.empty,
  may: staff('MANAGE_CERTIFICATES:READ'),
  clients: 'listCertificates',
  from: fromCertificates,
  findKeys: findCertificates,
  order: ['-issued_at'],
  key: 'student_certificate_id',
  columns: {
    certificate_number: {
      label: words.certificate_number,
      kind: 'text',
      sql: (sql) => sql`c.certificate_number`,
      search: true,
    },
    ...studentNames(words),
    lk_shipping_type_id: {
      label: words.shipping,
      kind: 'status',
      needs: 'course',
      nullable: true,
      sql: (sql) => sql`sc.lk_shipping_type_id`,
      choices: lk_shipping_type,
      tones: { 1: 'gray', 2: 'gray', 3: 'gray', 4: 'gray' },
    },
    issued_at: { label: words.issued_at, kind: 'instant', sql: (sql) => sql`c.issued_at` },
    shipped_at: { label: words.shipped_at, kind: 'instant', nullable: true, sql: (sql) => sql`c.shipped_at` },
    deleted_at: { label: words.deleted_at, kind: 'instant', nullable: true, sql: (sql) => sql`c.deleted_at` },
    dispatched_at: {
      label: words.dispatched_at,
      kind: 'instant',
      nullable: true,
      sql: (sql) => sql`c.dispatched_at`,
      shown: 'hidden',
    },
    courseName: {
      label: words.course,
      kind: 'text',
      needs: 'course',
      sql: (sql) => sql`sc.course_name`,
      link: 'course_link',
      linkFor: 'MANAGE_COURSES:UPDATE',
    },
    course_link: {
      label: words.course,
      kind: 'text',
      needs: 'course',
      nullable: true,
      // Organizations also sell courses of others, which their staff cannot open.
      sql: (sql) => sql`
        case when exists (select from catalogue.v_course_version k
                          where k.course_version_id = sc.course_version_id and platform.tenants() @> k.owner_organization_id)
        then ${sqlPath(sql, '/manage/courses/:course_id', { course_id: sql`sc.course_id` })} end`,
      filter: false,
      sort: false,
      shown: 'never',
    },
    organization_name: { label: words.organization, kind: 'text', needs: 'organization', sql: (sql) => sql`o.name` },
    charged_back: {
      label: words.charged_back,
      kind: 'status',
      sql: (sql) => sql`
        (case when exists (select from checkout.v_charged_back_course b where b.student_course_id = c.student_course_id)
         then 1 end)`,
      nullable: true,
      choices: chargedBack,
      tones: { 1: 'red' },
      sort: false,
    },
    email: {
      label: words.email,
      kind: 'text',
      needs: 'student',
      sql: (sql) => sql`p.email`,
      search: true,
      shown: 'hidden',
    },
    tracking_number: {
      label: words.tracking_number,
      kind: 'text',
      nullable: true,
      needs: 'order',
      sql: (sql) => sql`i.tracking_number`,
    },
    student_certificate_id: {
      label: words.student_certificate_id,
      kind: 'number',
      sql: (sql) => sql`c.student_certificate_id`,
      shown: 'never',
    },
    course_id: {
      label: words.course_id,
      kind: 'number',
      needs: 'course',
      sql: (sql) => sql`sc.course_id`,
      shown: 'never',
    },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`c.organization_id`,
      shown: 'never',
    },
    user_id: { label: words.user_id, kind: 'number', sql: (sql) => sql`c.user_id`, shown: 'never' },
    order_item_id: {
      label: words.order_item_id,
      kind: 'number',
      needs: 'course',
      nullable: true,
      sql: (sql) => sql`sc.order_item_id`,
      shown: 'never',
    },
  },
  narrowings: {
    viewShipped: {
      label: words.viewShipped,
      kind: 'flag',
      where: (sql, fits) => fits(sql`(c.shipped_at is not null)`),
    },
  },
  switches: {
    label: words.views,
    parts: {
      notShipped: { label: words.notShippedView, filters: { viewShipped: ['exact:false'] } },
      shipped: { label: words.shippedView, filters: { viewShipped: ['exact:true'] } },
      all: { label: words.allView, filters: {} },
    },
  },
  actions: [
    {
      name: 'ship',
      label: words.ship,
      may: 'MANAGE_CERTIFICATES:UPDATE',
      when: { lk_shipping_type_id: byMail, shipped_at: [null], deleted_at: [null] },
      operation: shipCertificates,
      takes_key: 'ids',
      why: words.noShip,
    },
    {
      name: 'markAsShipped',
      label: words.markAsShipped,
      may: 'MANAGE_CERTIFICATES:UPDATE',
      when: { shipped_at: [null], deleted_at: [null] },
      operation: markShipped,
      takes_key: 'ids',
      why: words.noMark,
    },
    {
      name: 'toggleDelete',
      label: words.withdraw,
      may: 'MANAGE_CERTIFICATES:DELETE',
      when: { deleted_at: [null] },
      operation: toggleCertificate,
      takes_key: 'student_certificate_id',
      danger: true,
      confirm: { title: words.withdrawTitle, text: words.withdrawLead },
      why: words.noWithdraw,
      chosenOnly:
        'the call turns the state around: where someone else has withdrawn a row meanwhile, it would restore it',
    },
  ],
  links: [
    { label: words.open, may: 'MANAGE_CERTIFICATES:READ', unless: 'MANAGE_CERTIFICATES:UPDATE', opens: page('top') },
    {
      label: words.tracking,
      may: 'MANAGE_CERTIFICATES:UPDATE',
      when: { lk_shipping_type_id: byMail },
      why: words.noTracking,
      opens: page('tracking'),
    },
    {
      label: words.emailIt,
      may: 'MANAGE_CERTIFICATES:UPDATE',
      when: { lk_shipping_type_id: electronic },
      why: words.noEmail,
      opens: page('email'),
    },
    { label: words.update, may: 'MANAGE_CERTIFICATES:UPDATE', opens: page('update') },
    { label: words.reissue, may: 'MANAGE_CERTIFICATES:UPDATE', opens: page('reissue') },
  ],
})

/**
 * Every certificate has a course (sc), a student (p) and an organization (o), joined only for columns that need them.
 */
function fromCertificates(sql: Sql, inScope: InScope, needs: ReadonlySet<string>) {
  const order = needs.has('order')
  const course = order || needs.has('course')
  return sql`
  from learning.v_student_certificate c
  ${course ? sql`join learning.v_student_course sc on sc.student_course_id = c.student_course_id` : sql``}
  ${needs.has('student') ? sql`join identity.v_person p on p.user_id = c.user_id` : sql``}
  ${needs.has('organization') ? sql`join identity.v_organization o on o.organization_id = c.organization_id` : sql``}
  ${order ? sql`left join checkout.v_order_item i on i.order_item_id = sc.order_item_id` : sql``}
  where ${inScope(sql`c.organization_id`)}
    and not exists (select from learning.v_student_certificate n
                    where n.student_course_id = c.student_course_id and n.version > c.version)`
}
