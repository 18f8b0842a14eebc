import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { formats } from './cells.ts'
import { filterNames, mayRead } from './filters.ts'
import { reportTexts as words } from './reports.texts.ts'
import { reports } from './reports.ts'

export const reportReader = staff('MANAGE_REPORTS:READ')

export const fetchReports = operation({
  call: 'GET /report/fetch',
  summary: 'Lists the reports that the caller may run, with the filters of each and its file types',
  added: true,
  may: reportReader,
  takes: z.object({}),
  gives: z.object({
    reports: z.array(
      z.object({
        report: z.string(),
        report_type: z.int(),
        label: z.string(),
        lead: z.string(),
        filters: z.array(z.string()),
        required: z.string().nullable(),
        random_id_label: z.string().nullable(),
        formats: z.array(z.string()),
      }),
    ),
  }),
  async run(ctx) {
    const { locale } = ctx
    return {
      reports: reports
        .filter((report) => mayRead(ctx, report))
        .map((report) => ({
          report: report.name,
          report_type: report.report_type,
          label: localize(locale, report.label),
          lead: localize(locale, report.lead),
          filters: filterNames.filter((name) => name in report.filters),
          required: report.requires ?? null,
          random_id_label: report.filters.random_id ? localize(locale, report.randomId ?? words.random_id) : null,
          formats: [...formats],
        })),
    }
  },
})
