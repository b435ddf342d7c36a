const storageKey = 'presage.docs.tab';

function storedTab(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function storeTab(name: string): void {
  try {
    localStorage.setItem(storageKey, name);
  } catch {
    // Storage may be blocked; then the choice applies to this page only.
  }
}

interface Group {
  select(name: string): void;
}

let groups = 0;

function createGroup(element: HTMLElement, onChoose: (name: string) => void): Group {
  groups += 1;
  const panels = [...element.querySelectorAll<HTMLElement>('section[data-tab]')];
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const tabs = panels.map(panel => {
    const name = panel.dataset.tab as string;
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `tab-${groups}-${name}`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', `panel-${groups}-${name}`);
    tab.textContent = panel.dataset.label as string;
    tab.addEventListener('click', () => onChoose(name));
    panel.id = `panel-${groups}-${name}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    list.append(tab);
    return { name, tab, panel };
  });
  list.addEventListener('keydown', event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const index = tabs.findIndex(({ tab }) => tab === document.activeElement);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    next.tab.focus();
    onChoose(next.name);
  });
  element.prepend(list);
  return {
    select(wanted) {
      const name = tabs.some(each => each.name === wanted) ? wanted : tabs[0].name;
      for (const { name: own, tab, panel } of tabs) {
        const isSelected = own === name;
        tab.setAttribute('aria-selected', String(isSelected));
        tab.tabIndex = isSelected ? 0 : -1;
        panel.hidden = !isSelected;
      }
    },
  };
}

/** Turns groups of code blocks into tabs. A choice applies to every group and is stored. */
export function addTabs(): void {
  const all: Group[] = [];
  const choose = (name: string) => {
    storeTab(name);
    for (const group of all) group.select(name);
  };
  for (const element of document.querySelectorAll<HTMLElement>('[data-tabs]')) all.push(createGroup(element, choose));
  for (const group of all) group.select(storedTab() ?? 'curl');
}
