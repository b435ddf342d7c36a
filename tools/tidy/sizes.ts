import ts from 'typescript';
import { isGenerated, isProjectCode } from './kinds.js';
import { lineOf, type Module } from './modules.js';

export const maxFunctionLines = 70;

/** Names a callback after the call that takes it, such as describe('orders'). */
function nameOf(node: ts.SignatureDeclaration): string {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (node.name) return node.name.getText();
  const { parent } = node;
  if ((ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && parent.name)
    return parent.name.getText();
  if (!ts.isCallExpression(parent)) return 'a function';
  const title = parent.arguments.find(ts.isStringLiteralLike);
  return `${parent.expression.getText().split('(')[0]}(${title ? `'${title.text}'` : '…'})`;
}

function longFunctions({ path, source }: Module): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const start = lineOf(source, node.getStart(source));
      const lines = lineOf(source, node.end) - start + 1;
      if (lines > maxFunctionLines) {
        found.push(`${path}:${start}: ${nameOf(node)} has ${lines} lines; ${maxFunctionLines} are allowed`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

export function tooLong(modules: readonly Module[]): string[] {
  return modules.filter(({ path }) => isProjectCode(path) && !isGenerated(path)).flatMap(longFunctions);
}
