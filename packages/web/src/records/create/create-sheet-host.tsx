import { useState, type ReactNode } from 'react';
import { CreateSheetContext, type CreateWish } from '../../fields/pickers/create-sheet.ts';
import { useModel } from '../../base/model/use-model.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const CreateSheet = lateComponent(withLateTexts(async () => (await import('./create-sheet.tsx')).CreateSheet));

/** Opens forms for new records above the page. Each is requested by the form below it. */
export function CreateSheetHost({ children }: { readonly children: ReactNode }) {
  const { entities } = useModel();
  const [wishes, setWishes] = useState<readonly CreateWish[]>([]);
  const close = (wish: CreateWish): void => setWishes((now) => now.filter((each) => each !== wish));
  return (
    <CreateSheetContext.Provider value={(wish) => setWishes((now) => [...now, wish])}>
      {children}
      {wishes.map((wish, index) => {
        const entity = entities[wish.entity];
        return (
          entity && (
            // The index identifies a sheet: only the last one opens or closes.
            // oxlint-disable-next-line react/no-array-index-key

            <CreateSheet
              key={index}
              entity={entity}
              text={wish.text}
              onClose={() => close(wish)}
              onCreated={(record) => {
                close(wish);
                wish.onCreated(record);
              }}
            />
          )
        );
      })}
    </CreateSheetContext.Provider>
  );
}
