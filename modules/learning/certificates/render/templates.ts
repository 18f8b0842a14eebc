import type { CertificateLanguage, CertificateTemplate } from './model.ts'

type Spoken = { name: string; title_lines: string[]; body: string; signature_title: string; seal: string }
type Written = Pick<CertificateTemplate, 'id' | 'orientation' | 'accent' | 'signature_name'> & {
  languages: Record<CertificateLanguage, Spoken>
}

const GREEN = '#0b5d3b'

const WRITTEN: readonly Written[] = [
  {
    id: 1,
    orientation: 'landscape',
    accent: GREEN,
    signature_name: 'Marguerite Okafor',
    languages: {
      'en-us': {
        name: 'Florida Basic Driver Improvement completion',
        title_lines: ['Certificate of Completion', 'Basic Driver Improvement · State of Florida'],
        body: 'has completed the {hours}-hour course {course} of {organization}, including its final examination, on {completed_at}. The completion is reported electronically to the Florida Department of Highway Safety and Motor Vehicles.',
        signature_title: 'School Director',
        seal: 'COMPLETED',
      },
      'es-es': {
        name: 'Certificado de Mejoramiento Básico del Conductor de Florida',
        title_lines: ['Certificado de finalización', 'Mejoramiento Básico del Conductor · Estado de Florida'],
        body: 'ha terminado el curso {course} de {hours} horas de {organization}, incluido su examen final, el {completed_at}. La finalización se comunica por vía electrónica al Departamento de Seguridad en Carreteras y Vehículos Motorizados de Florida.',
        signature_title: 'Dirección de la escuela',
        seal: 'COMPLETADO',
      },
    },
  },
  {
    id: 2,
    orientation: 'landscape',
    accent: GREEN,
    signature_name: 'Marguerite Okafor',
    languages: {
      'en-us': {
        name: 'Defensive driving completion',
        title_lines: ['Certificate of Completion', 'Defensive Driving'],
        body: 'has completed the {hours}-hour course {course} of {organization} and passed its final examination on {completed_at}.',
        signature_title: 'School Director',
        seal: 'COMPLETED',
      },
      'es-es': {
        name: 'Certificado de manejo defensivo',
        title_lines: ['Certificado de finalización', 'Manejo defensivo'],
        body: 'ha terminado el curso {course} de {hours} horas de {organization} y ha aprobado su examen final el {completed_at}.',
        signature_title: 'Dirección de la escuela',
        seal: 'COMPLETADO',
      },
    },
  },
  {
    id: 3,
    orientation: 'landscape',
    accent: GREEN,
    signature_name: 'Marguerite Okafor',
    languages: {
      'en-us': {
        name: 'Commercial driver theory completion record',
        title_lines: ['Theory Completion Record', 'Entry-Level Driver Training · 49 CFR Part 380'],
        body: 'has completed the theory curriculum {course} with {organization} and scored at least 80 percent on its assessment on {completed_at}. Behind-the-wheel training is recorded separately. This record is not a license and does not replace the entry in the Training Provider Registry.',
        signature_title: 'Training provider representative',
        seal: 'THEORY',
      },
      'es-es': {
        name: 'Constancia de teoría para conductores comerciales',
        title_lines: ['Constancia de capacitación teórica', 'Capacitación inicial de conductores · 49 CFR, parte 380'],
        body: 'ha terminado el programa teórico {course} con {organization} y ha obtenido al menos el 80 por ciento en su evaluación el {completed_at}. La capacitación al volante se registra por separado. Esta constancia no es una licencia ni sustituye el registro en el Training Provider Registry (Registro de Proveedores de Capacitación).',
        signature_title: 'Representante del proveedor de capacitación',
        seal: 'TEORÍA',
      },
    },
  },
]

function speak({ languages, ...shared }: Written, language: CertificateLanguage): CertificateTemplate {
  return { ...shared, ...languages[language] }
}

/** The certificate templates that every installation starts with, in one language. */
export const listTemplates = (language: CertificateLanguage): CertificateTemplate[] =>
  WRITTEN.map((written) => speak(written, language))

/** The starting template of an id (1 to 3) in one language, or null. */
export const findTemplate = (id: number, language: CertificateLanguage): CertificateTemplate | null =>
  listTemplates(language).find((template) => template.id === id) ?? null
