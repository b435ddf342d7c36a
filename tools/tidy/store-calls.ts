import ts from 'typescript';
import { isTest } from './kinds.js';
import { lineOf, type Module } from './modules.js';

const storeMethods = ['read', 'transact', 'snapshot', 'exclusively'];

function memberOf(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    return node.argumentExpression.text;
  }
  return null;
}

function unwrapped(node: ts.Expression): ts.Expression {
  let inner = node;
  while (ts.isParenthesizedExpression(inner) || ts.isNonNullExpression(inner) || ts.isAsExpression(inner)) {
    inner = inner.expression;
  }
  return inner;
}

/** Names that hold the store: `store`, and parameters or variables declared with the type Store. */
function storeNames(source: ts.SourceFile): Set<string> {
  const names = new Set(['store']);
  const visit = (node: ts.Node): void => {
    if ((ts.isParameter(node) || ts.isVariableDeclaration(node)) && ts.isIdentifier(node.name)) {
      if (node.type?.getText(source) === 'Store') names.add(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function isStore(node: ts.Expression, names: ReadonlySet<string>): boolean {
  const inner = unwrapped(node);
  return ts.isIdentifier(inner) ? names.has(inner.text) : memberOf(inner) === 'store';
}

/** `store.read`, `services.store.transact` and the like. */
function ofAccess(node: ts.PropertyAccessExpression | ts.ElementAccessExpression, names: ReadonlySet<string>) {
  const member = memberOf(node);
  return member !== null && storeMethods.includes(member) && isStore(node.expression, names) ? `store.${member}` : null;
}

/** `const { store } = services`, `({ services: { store } }) => …` and `const { read } = services.store`. */
function ofPattern(node: ts.ObjectBindingPattern, names: ReadonlySet<string>): string | null {
  const taken = node.elements.map(element => (element.propertyName ?? element.name).getText());
  if (taken.includes('store')) return '{ store }';
  const { parent } = node;
  const fromStore = ts.isVariableDeclaration(parent) && parent.initializer && isStore(parent.initializer, names);
  const method = fromStore ? taken.find(name => storeMethods.includes(name)) : undefined;
  return method === undefined ? null : `{ ${method} } = store`;
}

function problemOf(node: ts.Node, names: ReadonlySet<string>): string | null {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return ofAccess(node, names);
  if (ts.isObjectBindingPattern(node)) return ofPattern(node, names);
  const isAlias = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer;
  return isAlias && isStore(node.initializer, names) ? `${node.name.getText()} = store` : null;
}

/** Reports code in src/api that uses the store. Handlers pass the context to operations, which load and save. */
export function storeCalls(modules: readonly Module[]): string[] {
  return modules.flatMap(({ path, source }) => {
    if (!path.startsWith('src/api/') || isTest(path)) return [];
    const names = storeNames(source);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      const what = problemOf(node, names);
      const line = lineOf(source, node.getStart(source));
      if (what !== null) found.push(`${path}:${line}: ${what} is not allowed in src/api; call an operation`);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}
