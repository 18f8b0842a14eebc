import { readWsdl, type WsdlOperation } from '#modules/learning/reporting/agencies/soap/wsdl.ts'
import { dicdsParameters } from './parameters.ts'

export const dicdsOperation = 'wsVerifyData'

/** The operation of a WSDL, with the parameters that we send; null if the text does not describe it. */
export function readDicdsWsdl(text: string): WsdlOperation | null {
  const operation = readWsdl(text, dicdsOperation)
  return operation && hasParameters(operation) ? operation : null
}

const hasParameters = ({ parameters }: WsdlOperation): boolean =>
  parameters.length === dicdsParameters.length &&
  dicdsParameters.every((name) => parameters.some((parameter) => parameter.name === name))
