import ts from 'typescript';
import { isPure } from './kinds.js';
import { lineOf, type Module } from './modules.js';

/** Members that read the clock or a random source. */
const members: Record<string, readonly string[]> = { Date: ['now'], Math: ['random'] };
/** Globals whose members perform I/O. */
const doors = ['process', 'performance', 'crypto'];

function accessed(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    return node.argumentExpression.text;
  }
  return null;
}

function ofAccess(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): string | null {
  if (!ts.isIdentifier(node.expression)) return null;
  const object = node.expression.text;
  const member = accessed(node);
  if (doors.includes(object)) return `${object}.${member ?? ''}`;
  if (object === 'globalThis') return `globalThis.${member ?? ''}`;
  return member !== null && members[object]?.includes(member) ? `${object}.${member}` : null;
}

function ofDestructuring(node: ts.VariableDeclaration): string | null {
  if (!ts.isObjectBindingPattern(node.name) || !node.initializer || !ts.isIdentifier(node.initializer)) return null;
  const object = node.initializer.text;
  if (doors.includes(object) || object === 'globalThis') return `{ … } = ${object}`;
  const names = node.name.elements.map(element => (element.propertyName ?? element.name).getText());
  const member = names.find(name => members[object]?.includes(name));
  return member === undefined ? null : `{ ${member} } = ${object}`;
}

function impurity(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return ofAccess(node);
  if (ts.isVariableDeclaration(node)) return ofDestructuring(node);
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Date') {
    return (node.arguments?.length ?? 0) === 0 ? 'new Date()' : null;
  }
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return null;
  return node.expression.text === 'fetch' || node.expression.text === 'Date' ? `${node.expression.text}()` : null;
}

/** Reports uses of the clock, randomness and I/O in layers whose results must depend on their arguments only. */
export function impureCode(modules: readonly Module[]): string[] {
  return modules.flatMap(({ path, source }) => {
    if (!isPure(path) || path === 'src/kernel/cache.ts') return [];
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      const what = impurity(node);
      const line = lineOf(source, node.getStart(source));
      if (what !== null) found.push(`${path}:${line}: ${what} is not allowed here; take its value as an argument`);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}
