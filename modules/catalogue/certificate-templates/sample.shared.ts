import type { ProductLocale } from '../../../platform/texts.ts'
import type { Placeholder } from './design.shared.ts'

/** What the editor fills a design with. */
export const sampleTexts: Readonly<Record<ProductLocale, Readonly<Record<Placeholder, string>>>> = {
  'en-us': {
    student: 'María Fernanda Whitfield',
    dob: 'April 12, 1999',
    driver_license: 'W316-412-99-140-0',
    birth_and_license: 'Date of birth: April 12, 1999 · Driver license: W316-412-99-140-0',
    course: 'Basic Driver Improvement',
    hours: '4',
    organization: 'Sunshine Safe Driving',
    completed_at: 'November 20, 2026',
    issued_at: 'November 20, 2026',
    number: 'SSD-2026-0001234',
    check_code: 'K7QM-2XWD-9TPA',
    check_url: 'ssd.example.com/certificate/check/K7QM2XWD9TPA',
    bottom_left_text: 'School number 1234',
  },
  'es-es': {
    student: 'María Fernanda Whitfield',
    dob: '12 de abril de 1999',
    driver_license: 'W316-412-99-140-0',
    birth_and_license: 'Fecha de nacimiento: 12 de abril de 1999 · Licencia de conducir: W316-412-99-140-0',
    course: 'Manejo Defensivo',
    hours: '4',
    organization: 'Sunshine Safe Driving',
    completed_at: '20 de noviembre de 2026',
    issued_at: '20 de noviembre de 2026',
    number: 'SSD-2026-0001234',
    check_code: 'K7QM-2XWD-9TPA',
    check_url: 'ssd.example.com/certificate/check/K7QM2XWD9TPA',
    bottom_left_text: 'Número de la escuela 1234',
  },
}
