import type { Locale } from '#platform/texts.ts'

/** A sample certificate, with names long enough to show if one does not fit. */
export const sampleValues = (language: Locale) => ({
  certificate_number: 'SSD-2026-0001234',
  check_code: 'K7QM-2XWD-9TPA',
  student_name: 'María Fernanda Whitfield-Íñiguez',
  dob: '1999-04-12',
  driver_license: 'W316-412-99-140-0',
  course_name: language === 'es-es' ? 'Manejo Defensivo' : 'Basic Driver Improvement',
  issued_at: '2026-11-20T15:04:05Z',
  completed_at: '2026-11-20T15:04:05Z',
  hours: 4,
  bottomLeftText: language === 'es-es' ? 'Número de la escuela 1234' : 'School number 1234',
})
