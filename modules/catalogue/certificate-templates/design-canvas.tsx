import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { ProductLocale } from '#platform/texts.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { boxOf, type Design, type DesignField, moveField, pageSizes } from './design.shared.ts'
import { sampleTexts } from './sample.shared.ts'
import { templateTexts } from './templates.texts.ts'

type Props = {
  design: Design
  language: ProductLocale
  selected: number | null
  onSelect: (index: number) => void
  /** `done`: the movement has ended, which completes one undo step. */
  onMove: (index: number, field: DesignField, done: boolean) => void
  onRemove: (index: number) => void
}

type Drag = { index: number; field: DesignField; x: number; y: number }

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * The page with its fields, movable by pointer or keyboard. An approximation, because only the server shrinks long
 * texts.
 */
export function DesignCanvas({ design, language, selected, onSelect, onMove, onRemove }: Props) {
  const t = useTexts(templateTexts)
  const svg = useRef<SVGSVGElement>(null)
  const drag = useRef<Drag | null>(null)
  const size = pageSizes[design.orientation]
  const [width, height] = size
  const scale = () => width / (svg.current?.getBoundingClientRect().width || width)
  const dragArguments = (event: PointerEvent) => {
    const { index, field, x, y } = drag.current!
    return [index, moveField(field, (event.clientX - x) * scale(), (event.clientY - y) * scale(), size)] as const
  }
  function onKeyDown(event: KeyboardEvent, index: number) {
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      const distance = event.shiftKey ? 10 : 1
      onMove(index, moveField(design.fields[index]!, step[0] * distance, step[1] * distance, size), true)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onRemove(index)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onSelect(index)
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture cannot be a fieldset
    <svg
      ref={svg}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={t('canvas')}
      className="h-auto w-full touch-none rounded-md border bg-white select-none"
      onPointerMove={(event) => drag.current && onMove(...dragArguments(event), false)}
      onPointerUp={(event) => {
        if (!drag.current) return
        onMove(...dragArguments(event), true)
        drag.current = null
      }}
      onPointerCancel={() => {
        drag.current = null
      }}
    >
      {design.frame !== 'none' && (
        <rect
          x="24"
          y="24"
          width={width - 48}
          height={height - 48}
          fill="none"
          stroke={design.accent}
          strokeWidth="2"
        />
      )}
      {design.fields.map((field, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a part of a picture cannot be a button element
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is identified by its position in the list
          key={index}
          role="button"
          tabIndex={0}
          aria-pressed={index === selected}
          aria-label={fieldLabel(field, language, t)}
          className="cursor-move focus:outline-none"
          onFocus={() => onSelect(index)}
          onKeyDown={(event) => onKeyDown(event, index)}
          onPointerDown={(event) => {
            svg.current?.setPointerCapture(event.pointerId)
            drag.current = { index, field, x: event.clientX, y: event.clientY }
            onSelect(index)
          }}
        >
          <Outline field={field} selected={index === selected} />
          <FieldPicture field={field} design={design} language={language} />
        </g>
      ))}
    </svg>
  )
}

function Outline({ field, selected }: { field: DesignField; selected: boolean }) {
  const { x, y, width, height } = boxOf(field)
  return (
    <rect
      x={x - 2}
      y={y - 4}
      width={width + 4}
      height={height + 8}
      fill={selected ? '#2563eb' : '#000000'}
      fillOpacity={selected ? 0.1 : 0}
      stroke={selected ? '#2563eb' : 'none'}
      strokeWidth="1.5"
    />
  )
}

const colorOf = ({ color }: DesignField, accent: string) =>
  ({ ink: '#1c2421', muted: '#56615c', accent, hair: '#c9d1cc' })[color]

/** A field's text in a language, filled with sample data. */
function sampleText({ text }: DesignField, language: ProductLocale): string {
  const template = (language === 'es-es' && text[1]) || text[0]
  const values: Readonly<Record<string, string>> = sampleTexts[language]
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '')
}

const fieldLabel = (field: DesignField, language: ProductLocale, t: (key: DesignField['kind']) => string) =>
  `${t(field.kind)} ${sampleText(field, language)}`.trim()

/** Breaks a text into lines of about the field's width, taking letters as half as wide as high. */
function wrap(text: string, field: DesignField): string[] {
  const maxLetters = Math.max(4, Math.floor(field.width / (field.size * 0.5)))
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const extendedLine = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && extendedLine.length <= maxLetters) lines[lines.length - 1] = extendedLine
    else lines.push(word)
  }
  return lines.slice(0, field.lines)
}

const anchorShares = { start: 0, middle: 0.5, end: 1 } as const

function FieldPicture({
  field,
  design: { accent },
  language,
}: {
  field: DesignField
  design: Design
  language: ProductLocale
}) {
  const { kind, x, y, width, size, lines, align, weight } = field
  const color = colorOf(field, accent)
  if (kind === 'line') return <path d={`M${x} ${y}h${width}`} stroke={color} />
  if (kind === 'qr') {
    const cell = width / 7
    const dots = [0, 2, 3, 5, 8, 10, 12, 14, 17, 19, 21, 24, 25, 28, 30, 33, 35, 37, 40, 42, 44, 46, 48]
    const d = dots
      .map((n) => `M${x + (n % 7) * cell} ${y + Math.floor(n / 7) * cell}h${cell}v${cell}h${-cell}Z`)
      .join('')
    return <path d={d} fill="#000000" />
  }
  const text = sampleText(field, language)
  if (kind === 'seal') {
    const half = width / 2
    return (
      <>
        <circle cx={x + half} cy={y + half} r={half} fill={color} />
        <text x={x + half} y={y + half + width * 0.2} textAnchor="middle" fontSize={width * 0.11} fill="#ffffff">
          {text}
        </text>
      </>
    )
  }
  const anchorX = x + width * anchorShares[align]
  const textLines = lines === 1 ? [text] : wrap(text, field)
  return (
    <text
      x={anchorX}
      y={y}
      textAnchor={align}
      fontSize={size}
      fontWeight={weight === 'semibold' ? 600 : 400}
      fill={color}
    >
      {textLines.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else
        <tspan key={index} x={anchorX} dy={index === 0 ? 0 : size * 1.45}>
          {part}
        </tspan>
      ))}
    </text>
  )
}
