import { findOrganizationState, organizationStatus } from '#modules/identity/index.ts'
import { lk_organization_status } from '#modules/identity/lookups.shared.ts'
import { sqlPath } from '#platform/db/sql-path.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { admin, staff } from '#platform/permissions.ts'
import { lk_state } from '#platform/states.ts'
import {
  activateOrganization,
  deactivateOrganization,
  removeOrganization,
  restoreOrganization,
  suspendOrganization,
} from './change-organizations.ts'
import { organizationWords as words } from './organizations.texts.ts'

/** GET /organization/fetch and /organization/export: the visited organization and those below it, by name. */
export const organizations = defineGrid({
  calls: { fetch: 'GET /organization/fetch', export: 'GET /organization/export' },
  cursor: 'afterId',
  rows: 'organization',
  file: 'OrganizationData.xlsx',
  title: words.title,
  empty: words.empty,
  may: staff('MANAGE_ORGANIZATION:READ'),
  clients: 'listOrganizations',
  from: (sql, inScope) =>
    sql`from identity.v_organization o where ${inScope(sql`o.organization_id`)} and o.deleted_at is null`,
  order: ['name'],
  key: 'organization_id',
  columns: {
    code: { label: words.code, kind: 'text', sql: (sql) => sql`o.code`, search: true },
    name: {
      label: words.name,
      kind: 'text',
      sql: (sql) => sql`o.name`,
      search: true,
      link: 'dashboard',
      linkFor: 'MANAGE_ORGANIZATION:UPDATE',
    },
    manager_name: { label: words.manager_name, kind: 'text', sql: (sql) => sql`o.manager_name`, search: true },
    email: { label: words.email, kind: 'text', sql: (sql) => sql`o.email`, search: true },
    phone_number: { label: words.phone_number, kind: 'text', phone: true, sql: (sql) => sql`o.phone_number` },
    lk_organization_status_id: {
      label: words.status,
      kind: 'status',
      sql: (sql) => sql`o.lk_organization_status_id`,
      choices: lk_organization_status,
    },
    hosting_ind: { label: words.hosting, kind: 'flag', sql: (sql) => sql`o.hosting_ind` },
    updated_at: { label: words.updated_at, kind: 'instant', sql: (sql) => sql`o.updated_at` },
    created_at: { label: words.created_at, kind: 'instant', sql: (sql) => sql`o.created_at` },
    city: { label: words.city, kind: 'text', nullable: true, sql: (sql) => sql`o.city`, shown: 'hidden' },
    lk_state_id: {
      label: words.state,
      kind: 'status',
      nullable: true,
      sql: (sql) => sql`o.lk_state_id`,
      choices: lk_state,
      shown: 'hidden',
    },
    organization_id: {
      label: words.organization_id,
      kind: 'number',
      sql: (sql) => sql`o.organization_id`,
      shown: 'hidden',
    },
    dashboard: {
      label: words.dashboard,
      kind: 'text',
      sql: (sql) => sqlPath(sql, '/manage/organization/:id', { id: sql`o.organization_id` }),
      shown: 'never',
      sort: false,
      filter: false,
    },
  },
  narrowings: {
    contact_name: {
      label: words.contact_name,
      kind: 'text',
      where: (sql, fits) => sql`
        exists (select from identity.v_organization_contact c
                where c.organization_id = o.organization_id and ${fits(sql`c.name`)})`,
    },
    course_name: {
      label: words.course,
      kind: 'text',
      where: (sql, fits) => sql`
        exists (select from catalogue.v_place_of_sale s
                where s.organization_id = o.organization_id and s.offered_ind and ${fits(sql`s.course_name`)})`,
    },
  },
  links: [
    {
      label: words.dashboard,
      may: 'MANAGE_ORGANIZATION:READ',
      opens: rowPath('/manage/organization/:id', { id: '{key}' }),
    },
    {
      label: words.editDetails,
      may: 'MANAGE_ORGANIZATION:UPDATE',
      opens: rowPath('/manage/organization/:id/overview', { id: '{key}' }),
    },
  ],
  actions: [
    {
      name: 'activate',
      label: words.activate,
      may: 'MANAGE_ORGANIZATION:UPDATE',
      when: { lk_organization_status_id: [organizationStatus.Inactive, organizationStatus.Suspended] },
      operation: activateOrganization,
      takes_key: 'organization_id',
    },
    {
      name: 'deactivate',
      label: words.deactivate,
      may: 'MANAGE_ORGANIZATION:UPDATE',
      when: { lk_organization_status_id: [organizationStatus.Active] },
      operation: deactivateOrganization,
      takes_key: 'organization_id',
      confirm: { title: words.closeTitle, text: words.closeLead },
    },
    {
      name: 'suspend',
      label: words.suspend,
      may: 'MANAGE_ORGANIZATION:UPDATE',
      for: admin,
      when: { lk_organization_status_id: [organizationStatus.Active, organizationStatus.Inactive] },
      operation: suspendOrganization,
      takes_key: 'organization_id',
      danger: true,
      confirm: { title: words.closeTitle, text: words.closeLead },
      reason: { field: 'reason', label: words.reason },
    },
    {
      name: 'remove',
      label: words.remove,
      may: 'MANAGE_ORGANIZATION:DELETE',
      operation: removeOrganization,
      takes_key: 'organization_id',
      danger: true,
      confirm: { title: words.removeTitle, text: words.removeLead },
      undo: { operation: restoreOrganization, takes_key: 'organization_id', stateOf: findOrganizationState },
    },
  ],
})
