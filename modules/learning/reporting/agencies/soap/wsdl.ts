import { allNamed, firstNamed, parseXml, UnreadableXml, type XmlElement } from './xml.ts'

/** A parameter as a schema describes it; `namespace` is null for parameters without one. */
export type WsdlParameter = { name: string; type: string; max_length: number | null; namespace: string | null }

/** The parts of a service's description that determine how it is called. */
export type WsdlOperation = {
  namespace: string
  action: string
  /** The address in the description. Calls go to the operator's setting; staff compare the two. */
  location: string | null
  /** In the order of the schema. */
  parameters: readonly WsdlParameter[]
  /** The elements of the schemas' types, by type name. */
  structures: Readonly<Record<string, readonly WsdlParameter[]>>
}

/**
 * Reads an operation from a WSDL 1.1 text, which may be followed by schemas from separate files. Null if the text is
 * not readable or does not describe the operation.
 */
export function readWsdl(text: string, operation: string): WsdlOperation | null {
  const documents = parseDocuments(text)
  const definitions = documents?.find(({ name }) => name === 'definitions')
  if (!documents || !definitions) return null
  const bindingOperation = allNamed(definitions, 'binding')
    .flatMap((binding) => binding.children)
    .find(({ name, attributes }) => name === 'operation' && attributes.name === operation)
  const schemas = documents.flatMap((xmlElement) =>
    xmlElement.name === 'schema' ? [xmlElement] : allNamed(xmlElement, 'schema'),
  )
  const schema = schemas.find(({ children }) => children.some((child) => isElement(child, operation)))
  if (!bindingOperation || !schema) return null
  const operationElement = schema.children.find((child) => isElement(child, operation))!
  const types = typesOf(schemas)
  return {
    namespace: schema.attributes.targetNamespace ?? definitions.attributes.targetNamespace ?? '',
    action: bindingOperation.children.find(({ name }) => name === 'operation')?.attributes.soapAction ?? '',
    location: firstNamed(definitions, 'address')?.attributes.location ?? null,
    parameters: parametersOf(
      { schema, ...(types.get(localName(operationElement.attributes.type ?? '')) ?? { type: operationElement }) },
      types,
    ),
    structures: Object.fromEntries([...types].map(([name, structure]) => [name, parametersOf(structure, types)])),
  }
}

function parseDocuments(text: string): XmlElement[] | null {
  try {
    return text
      .split(/(?=<\?xml\s)/)
      .filter((part) => part.trim() !== '')
      .map((part) => parseXml(part.trim()))
  } catch (error) {
    if (error instanceof UnreadableXml) return null
    throw error
  }
}

const isElement = ({ name, attributes }: XmlElement, elementName: string) =>
  name === 'element' && attributes.name === elementName
const isType = ({ name }: XmlElement) => name === 'complexType' || name === 'simpleType'
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** A type with the schema that declares it. */
type DeclaredType = { type: XmlElement; schema: XmlElement }
type Types = ReadonlyMap<string, DeclaredType>

const typesOf = (schemas: readonly XmlElement[]): Types =>
  new Map(
    schemas.flatMap((schema) =>
      schema.children.filter(isType).map((type) => [type.attributes.name ?? '', { type, schema }] as const),
    ),
  )

function parametersOf({ type, schema }: DeclaredType, types: Types): WsdlParameter[] {
  const { elementFormDefault, targetNamespace = null } = schema.attributes
  const namespace = elementFormDefault === 'qualified' ? targetNamespace : null
  return (firstNamed(type, 'sequence')?.children ?? [])
    .filter(({ name, attributes }) => name === 'element' && attributes.name)
    .map((part) => {
      const simpleType = part.children.find(isType) ?? types.get(localName(part.attributes.type ?? ''))?.type
      return {
        name: part.attributes.name!,
        type: baseOf(simpleType) ?? localName(part.attributes.type ?? ''),
        max_length: maxLengthOf(simpleType),
        namespace,
      }
    })
}

/** The built-in type that a simple type restricts; a structure keeps its own name. */
function baseOf(type: XmlElement | undefined): string | null {
  if (type?.name !== 'simpleType') return null
  const base = firstNamed(type, 'restriction')?.attributes.base
  return base ? localName(base) : null
}

function maxLengthOf(type: XmlElement | undefined): number | null {
  if (type?.name !== 'simpleType') return null
  const value = firstNamed(type, 'maxLength')?.attributes.value
  return value && /^\d{1,6}$/.test(value) ? Number(value) : null
}
