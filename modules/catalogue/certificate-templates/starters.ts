import type { Text } from '#platform/texts.ts'
import type { Design, DesignField } from './design.shared.ts'

type Words = { title: Text; subtitle: Text; body: Text; seal: Text }

const base: DesignField = {
  kind: 'text',
  x: 58,
  y: 0,
  width: 676,
  size: 12,
  lines: 1,
  align: 'start',
  weight: 'regular',
  color: 'ink',
  text: ['', ''],
}
const field = (changes: Partial<DesignField>): DesignField => ({ ...base, ...changes })
const label = (x: number, y: number, width: number, text: Text) =>
  field({ x, y, width, size: 8.5, color: 'muted', text })
const value = (x: number, y: number, width: number, name: string) =>
  field({ x, y, width, weight: 'semibold', text: [name, name] })

/** The initial design of new templates. */
export function starterDesign({ title, subtitle, body, seal }: Words): Design {
  const middle = { align: 'middle' } as const
  return {
    orientation: 'landscape',
    accent: '#0b5d3b',
    frame: 'guilloche',
    certificate_background_id: null,
    fields: [
      field({ y: 76, width: 328, size: 17, weight: 'semibold', color: 'accent', text: ['{organization}', ''] }),
      { ...label(406, 64, 328, ['Certificate number', 'Número de certificado']), align: 'end' },
      { ...value(406, 80, 328, '{number}'), size: 13, align: 'end' },
      field({ ...middle, y: 142, size: 34, weight: 'semibold', text: title }),
      field({ ...middle, y: 166, size: 13.5, color: 'muted', text: subtitle }),
      field({ ...middle, y: 212, size: 13, color: 'muted', text: ['This certifies that', 'Se certifica que'] }),
      field({
        ...middle,
        x: 70,
        y: 256,
        width: 652,
        size: 36,
        weight: 'semibold',
        color: 'accent',
        text: ['{student}', ''],
      }),
      field({ kind: 'line', x: 186, y: 272, width: 420, color: 'hair' }),
      field({ ...middle, x: 70, y: 291, width: 652, size: 11, text: ['{birth_and_license}', ''] }),
      field({ ...middle, x: 101, y: 325, width: 590, size: 13.5, lines: 4, text: body }),
      field({ kind: 'line', y: 412, color: 'hair' }),
      label(58, 428, 256, ['Course', 'Curso']),
      value(58, 444, 256, '{course}'),
      label(328, 428, 80, ['Course hours', 'Horas del curso']),
      value(328, 444, 80, '{hours}'),
      label(423, 428, 141, ['Completed', 'Terminado']),
      value(423, 444, 141, '{completed_at}'),
      label(579, 428, 141, ['Issued', 'Emitido']),
      value(579, 444, 141, '{issued_at}'),
      field({ kind: 'line', y: 454, color: 'hair' }),
      field({ kind: 'qr', x: 52, y: 466, width: 84 }),
      field({
        x: 150,
        y: 484,
        width: 170,
        size: 10,
        weight: 'semibold',
        text: ['Check this certificate', 'Verifique este certificado'],
      }),
      field({ x: 150, y: 499, width: 170, size: 8.5, lines: 2, text: ['{check_url}', ''] }),
      field({
        x: 150,
        y: 528,
        width: 170,
        size: 10,
        weight: 'semibold',
        text: ['Code: {check_code}', 'Código: {check_code}'],
      }),
      field({ ...middle, x: 360, y: 508, width: 190, size: 36, color: 'muted', text: ['{signature}', ''] }),
      field({ ...middle, x: 360, y: 523, width: 190, size: 11, weight: 'semibold', text: ['{signer_name}', ''] }),
      field({ ...middle, x: 360, y: 536, width: 190, size: 9, color: 'muted', text: ['{signer_title}', ''] }),
      field({ kind: 'seal', x: 645, y: 467, width: 86, color: 'accent', text: seal }),
      field({ y: 571, size: 8.5, color: 'muted', text: ['{bottom_left_text}', ''] }),
    ],
  }
}

type Starter = { certificate_template_id: number; name: string; name_es: string; design: Design }

/** The built-in templates, as the migration inserts them. */
export const starterTemplates: readonly Starter[] = [
  {
    certificate_template_id: 1,
    name: 'Florida Basic Driver Improvement completion',
    name_es: 'Certificado de Mejoramiento Básico del Conductor de Florida',
    design: starterDesign({
      title: ['Certificate of Completion', 'Certificado de finalización'],
      subtitle: [
        'Basic Driver Improvement · State of Florida',
        'Mejoramiento Básico del Conductor · Estado de Florida',
      ],
      body: [
        'has completed the {hours}-hour course {course} of {organization}, including its final examination, on {completed_at}. The completion is reported electronically to the Florida Department of Highway Safety and Motor Vehicles.',
        'ha terminado el curso {course} de {hours} horas de {organization}, incluido su examen final, el {completed_at}. La finalización se comunica por vía electrónica al Departamento de Seguridad en Carreteras y Vehículos Motorizados de Florida.',
      ],
      seal: ['COMPLETED', 'COMPLETADO'],
    }),
  },
  {
    certificate_template_id: 2,
    name: 'Defensive driving completion',
    name_es: 'Certificado de manejo defensivo',
    design: starterDesign({
      title: ['Certificate of Completion', 'Certificado de finalización'],
      subtitle: ['Defensive Driving', 'Manejo defensivo'],
      body: [
        'has completed the {hours}-hour course {course} of {organization} and passed its final examination on {completed_at}.',
        'ha terminado el curso {course} de {hours} horas de {organization} y ha aprobado su examen final el {completed_at}.',
      ],
      seal: ['COMPLETED', 'COMPLETADO'],
    }),
  },
  {
    certificate_template_id: 3,
    name: 'Commercial driver theory completion record',
    name_es: 'Constancia de teoría para conductores comerciales',
    design: starterDesign({
      title: ['Theory Completion Record', 'Constancia de capacitación teórica'],
      subtitle: [
        'Entry-Level Driver Training · 49 CFR Part 380',
        'Capacitación inicial de conductores · 49 CFR, parte 380',
      ],
      body: [
        'has completed the theory curriculum {course} with {organization} and scored at least 80 percent on its assessment on {completed_at}. Behind-the-wheel training is recorded separately. This record is not a license and does not replace the entry in the Training Provider Registry.',
        'ha terminado el programa teórico {course} con {organization} y ha obtenido al menos el 80 por ciento en su evaluación el {completed_at}. La capacitación al volante se registra por separado. Esta constancia no es una licencia ni sustituye el registro en el Training Provider Registry (Registro de Proveedores de Capacitación).',
      ],
      seal: ['THEORY', 'TEORÍA'],
    }),
  },
]
